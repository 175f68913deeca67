import type { TestFramework } from "@agent-treasury/testing";
import { expect, it } from "vitest";
import { type Part, partOfTests } from "./part-of-tests.ts";

async function pass(): Promise<void> {}

function suite({ describe, it: test }: TestFramework): void {
  describe("storage", () => {
    test("commits", pass);
    describe("copies", () => test("all", pass));
    test("purges", pass);
  });
  test("closes", pass);
}

/** The titles that are registered, and the groups without a test. */
function registered(part: Part, isWhole: boolean): { titles: string[]; empty: string[] } {
  const path: string[] = [];
  const titles: string[] = [];
  const empty: string[] = [];
  const framework: TestFramework = {
    describe: (name, body) => {
      const before = titles.length;
      path.push(name);
      body();
      path.pop();
      if (titles.length === before) empty.push(name);
    },
    it: (name) => titles.push([...path, name].join(" ")),
    expect,
  };
  suite(partOfTests(framework, part, isWhole));
  return { titles, empty };
}

const all = ["storage commits", "storage copies all", "storage purges", "closes"];

it.each([1, 2, 3, 4])("registers each test in one of %i parts, and no empty group", (of) => {
  const parts = Array.from({ length: of }, (_, at) => registered({ at, of }, false));
  expect(parts.flatMap(({ empty }) => empty)).toEqual([]);
  expect(parts.flatMap(({ titles }) => titles).toSorted()).toEqual(all.toSorted());
  expect(Math.max(...parts.map(({ titles }) => titles.length))).toBe(Math.ceil(all.length / of));
});

it("registers every test in a long run", () => {
  expect(registered({ at: 1, of: 3 }, true).titles).toEqual(all);
});
