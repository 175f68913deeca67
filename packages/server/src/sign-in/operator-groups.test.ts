import { expect, it } from "vitest";
import { operatorGroups, withGroups } from "./operator-groups.ts";

const input = { headers: new Headers(), request: new Request("http://localhost/"), native: null };

it("adds the groups of an operator, and none to others", async () => {
  const groups = operatorGroups("ada=finance+admins, bo lee = finance");
  const groupsOf = async (name: string) =>
    (await withGroups(() => ({ name }), groups)(input))?.groups;
  expect(await groupsOf("ada")).toEqual(["finance", "admins"]);
  expect(await groupsOf("bo lee")).toEqual(["finance"]);
  expect(await groupsOf("Ada")).toEqual([]);
  expect(await withGroups(() => null, groups)(input)).toBeNull();
});

it.each(["ada", "=finance", "ada=", "ada=a++b", "ada=a=b", "ada=a,ada=b", "ada=a,", ""])(
  "rejects %j",
  (list) => {
    expect(() => operatorGroups(list)).toThrow(/cannot be read|listed twice/);
  },
);
