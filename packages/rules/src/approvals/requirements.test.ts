import { isTreasuryError } from "@agent-treasury/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Requirement } from "../rule-set/rule-set.ts";
import { describeRequirement } from "./describe-requirement.ts";
import { anyRequirements } from "./quorum.fixture.ts";
import { distinctRequirements, requirementFromJson, requirementToJson } from "./requirements.ts";

describe("distinct requirements", () => {
  it("are in one order, without repetitions", () => {
    fc.assert(
      fc.property(anyRequirements, (requirements) => {
        const expected = distinctRequirements(requirements);
        const shuffled = [...requirements, ...requirements].toReversed();
        expect(distinctRequirements(shuffled)).toEqual(expected);
        expect(new Set(expected.map((each) => JSON.stringify(each))).size).toBe(expected.length);
      }),
    );
  });

  it("treat the same groups in another order as the same requirement", () => {
    const one: Requirement = { count: 2, from: ["legal", "finance"], notProposer: false };
    const other: Requirement = {
      count: 2,
      from: ["finance", "legal", "legal"],
      notProposer: false,
    };
    expect(distinctRequirements([one, other])).toEqual([
      { count: 2, from: ["finance", "legal"], notProposer: false },
    ]);
  });

  it("keep a weaker requirement beside a stricter one", () => {
    const weak: Requirement = { count: 1, from: ["finance"], notProposer: false };
    expect(distinctRequirements([{ ...weak, count: 2 }, weak])).toHaveLength(2);
  });
});

describe("a stored requirement", () => {
  it("is short", () => {
    expect(requirementToJson({ count: 2, from: null, notProposer: false })).toEqual([2]);
    expect(requirementToJson({ count: 1, from: ["a"], notProposer: false })).toEqual([1, ["a"]]);
    expect(requirementToJson({ count: 3, from: null, notProposer: true })).toEqual([3, null, true]);
    expect(requirementToJson({ count: 1, from: null, notProposer: false, passkey: true })).toEqual([
      1,
      null,
      false,
      ["passkey"],
    ]);
  });

  it("is read as it was written", () => {
    fc.assert(
      fc.property(anyRequirements, (requirements) => {
        const stored = JSON.parse(JSON.stringify(requirements.map(requirementToJson)));
        expect(stored.map(requirementFromJson)).toEqual(requirements);
      }),
    );
  });

  it.each([
    null,
    2,
    "2",
    [],
    [0],
    [1.5],
    ["2"],
    [2, "finance"],
    [2, [1]],
    [2, null, 1],
    { count: 2 },
  ])("is an error if it is %j, never no requirement", (stored) => {
    const read = () => requirementFromJson(stored);
    expect(read).toThrow(
      expect.toSatisfy((error) => isTreasuryError(error) && error.code === "storage_error"),
    );
  });
});

describe("the description of a requirement", () => {
  it.each<[Requirement, string]>([
    [{ count: 1, from: null, notProposer: false }, "1 approval"],
    [{ count: 2, from: ["finance"], notProposer: false }, "2 approvals from finance"],
    [{ count: 2, from: ["a", "b"], notProposer: false }, "2 approvals from a or b"],
    [{ count: 1, from: null, notProposer: true }, "1 approval by another person than the proposer"],
    [
      { count: 2, from: ["finance"], notProposer: true },
      "2 approvals from finance by other persons than the proposer",
    ],
  ])("of %j is %s", (requirement, text) => {
    expect(describeRequirement(requirement)).toBe(text);
  });
});
