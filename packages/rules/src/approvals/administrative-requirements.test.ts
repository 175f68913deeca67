import { describe, expect, it } from "vitest";
import { compileRules } from "../evaluate/compile-rules.ts";
import { readRuleSet } from "../rule-set/read-rule-set.ts";
import { administrativeRequirements, rulesForSignedIn } from "./administrative-requirements.ts";

const set = readRuleSet({
  version: 1,
  rules: [
    { id: "no-gifts", when: { categories: ["gifts"] }, then: { deny: true } },
    {
      id: "first",
      when: { vendors: { firstPayment: true } },
      then: { requireApprovals: { count: 1 } },
    },
    { id: "large", when: { amountUsd: { from: 500 } }, then: { requireApprovals: { count: 2 } } },
    { id: "larger", when: { amountUsd: { from: 900 } }, then: { requireApprovals: { count: 2 } } },
    { id: "cloud", then: { requireApprovals: { count: 1, from: ["finance"] } } },
    { id: "other", then: { requireApprovals: { count: 1, notProposer: true } } },
  ],
});

describe("a change of the rules", () => {
  it("needs each distinct requirement of any rule, whatever its conditions", () => {
    expect(administrativeRequirements(compileRules(set))).toEqual([
      { count: 1, from: ["finance"], notProposer: false },
      { count: 1, from: null, notProposer: true },
      { count: 1, from: null, notProposer: false },
      { count: 2, from: null, notProposer: false },
    ]);
  });

  it("needs nothing in particular without requirements", () => {
    expect(administrativeRequirements(compileRules({ rules: [] }))).toEqual([]);
  });
});

describe("rules that need sign-in", () => {
  it("are those with several persons, groups or another person than the proposer", () => {
    expect(rulesForSignedIn(set)).toEqual(["large", "larger", "cloud", "other"]);
  });
});
