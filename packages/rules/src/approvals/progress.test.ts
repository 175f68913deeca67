import { describe, expect, it } from "vitest";
import type { Requirement } from "../rule-set/rule-set.ts";
import { type Approval, progressOf } from "./progress.ts";

const ana: Approval = { person: "ana", groups: ["finance"] };
const ben: Approval = { person: "ben", groups: ["finance", "legal"] };
const cas: Approval = { person: "cas", groups: [] };
const unverified: Approval = { person: null, groups: ["finance", "legal"] };

function required(count: number, more: Partial<Requirement> = {}): Requirement {
  return { count, from: null, notProposer: false, ...more };
}

function missing(requirements: readonly Requirement[], approvals: readonly Approval[]) {
  return progressOf(requirements, approvals, "ana").missing;
}

describe("the progress of an approval", () => {
  it.each<
    [
      string,
      readonly Requirement[],
      readonly Approval[],
      string | null,
      given: number,
      needed: number,
    ]
  >([
    ["without requirements", [], [], null, 0, 1],
    ["without requirements, approved", [], [cas], null, 1, 1],
    ["without requirements, approved without sign-in", [], [unverified], null, 1, 1],
    ["one of two persons", [required(2)], [ana], null, 1, 2],
    ["two persons", [required(2)], [ana, cas], null, 2, 2],
    ["one person with two credentials", [required(2)], [ana, { ...ana, groups: [] }], null, 1, 2],
    ["an unverified approval among two", [required(2)], [ana, unverified], null, 1, 2],
    ["two unverified approvals", [required(2)], [unverified, unverified], null, 0, 2],
    ["the wrong group", [required(1, { from: ["legal"] })], [ana], null, 0, 1],
    ["one of several groups", [required(1, { from: ["board", "legal"] })], [ben], null, 1, 1],
    ["an unverified member", [required(1, { from: ["legal"] })], [unverified], null, 0, 1],
    ["the proposer", [required(1, { notProposer: true })], [ana], "ana", 0, 1],
    ["without a passkey", [required(1, { passkey: true })], [ana], null, 0, 1],
    ["with a passkey", [required(1, { passkey: true })], [{ ...ana, passkey: true }], null, 1, 1],
    [
      "an unverified passkey",
      [required(1, { passkey: true })],
      [{ ...unverified, passkey: true }],
      null,
      0,
      1,
    ],
    ["through a channel", [required(1, { page: true })], [{ ...ana, channel: true }], null, 0, 1],
    [
      "through a channel and on the page",
      [required(1, { page: true })],
      [{ ...ana, channel: true }, ana],
      null,
      1,
      1,
    ],
    [
      "through a channel, where any will do",
      [required(1)],
      [{ ...ana, channel: true }],
      null,
      1,
      1,
    ],
    ["another person", [required(1, { notProposer: true })], [ana], "ben", 1, 1],
    [
      "one person, not the unknown proposer",
      [required(1, { notProposer: true })],
      [ana],
      null,
      1,
      2,
    ],
    ["two, not the unknown proposer", [required(1, { notProposer: true })], [ana, cas], null, 2, 2],
    [
      "unverified, not the proposer",
      [required(1, { notProposer: true })],
      [unverified],
      "ben",
      0,
      1,
    ],
    [
      "one person for two requirements",
      [required(1, { from: ["finance"] }), required(1, { from: ["legal"] })],
      [ben],
      null,
      1,
      1,
    ],
    [
      "two requirements, one of them met",
      [required(2), required(1, { from: ["legal"] })],
      [ana, cas],
      null,
      2,
      3,
    ],
    [
      "the proposer for one requirement and not the other",
      [required(2), required(1, { notProposer: true })],
      [ana],
      "ana",
      1,
      2,
    ],
  ])("%s", (_, requirements, approvals, proposer, given, needed) => {
    const progress = progressOf(requirements, approvals, proposer);
    expect(progress).toMatchObject({ given, needed, isComplete: given === needed });
  });

  it("joins the groups of a person's credentials", () => {
    const both = [
      { person: "ana", groups: ["finance"] },
      { person: "ana", groups: ["legal"] },
    ];
    expect(progressOf([required(1, { from: ["legal"] })], both, null).isComplete).toBe(true);
  });

  it("describes what is missing", () => {
    expect(missing([], [])).toEqual(["1 more approval"]);
    expect(missing([required(2, { from: ["finance"] })], [ana])).toEqual([
      "1 more approval from finance",
    ]);
    expect(missing([required(2, { notProposer: true })], [ana])).toEqual([
      "2 more approvals by other persons than the proposer",
    ]);
    expect(missing([required(2)], [ana, cas])).toEqual([]);
  });

  it("describes only the strictest of requirements that include each other", () => {
    const strictest = required(2, { from: ["finance"] });
    const all = [
      required(1),
      strictest,
      required(2),
      strictest,
      required(1, { from: ["finance", "legal"] }),
    ];
    expect(progressOf(all, [], null).missing).toEqual(["2 more approvals from finance"]);
    const persons = [required(1, { notProposer: true }), required(2)];
    expect(progressOf(persons, [], "ben").missing).toEqual([
      "1 more approval by another person than the proposer",
      "2 more approvals",
    ]);
    const apart = [required(2), required(1, { from: ["legal"] })];
    expect(progressOf(apart, [], null).missing).toEqual([
      "1 more approval from legal",
      "2 more approvals",
    ]);
  });
});
