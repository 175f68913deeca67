import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noConditions } from "../conditions/conditions.ts";
import type { Action, RuleSet } from "../rule-set/rule-set.ts";
import { compileRules } from "./compile-rules.ts";
import { evaluate } from "./evaluate.ts";
import {
  clock,
  compiledOf,
  emptyMemory,
  now,
  ruleHistory,
  spendOf,
  verdictOf,
} from "./evaluation.fixture.ts";
import { anyRules, anySpend } from "./random-rules.fixture.ts";

function setOf(then: unknown): RuleSet {
  return { rules: [{ id: "odd", when: noConditions, then: then as Action, message: "Hidden." }] };
}

describe("the evaluation of several rules", () => {
  it("denies whatever else matches", () => {
    const history = ruleHistory([
      { id: "auto", then: { autoApprove: true } },
      { id: "two", then: { requireApprovals: { count: 2 } } },
      { id: "never", when: { vendors: { in: ["aws"] } }, then: { deny: true } },
    ]);
    const evaluation = history.evaluate({});
    expect(evaluation.denied?.rule).toBe("never");
    expect(evaluation.findings().map((each) => each.rule)).toEqual(["never", "two", "auto"]);
  });

  it("keeps an explicit requirement beside an automatic approval", () => {
    const { approvedBy, requirements } = ruleHistory([
      { id: "auto", then: { autoApprove: true } },
      { id: "one", then: { requireApprovals: { count: 1 } } },
    ]).evaluate({});
    expect(approvedBy?.rule).toBe("auto");
    expect(requirements).toEqual([{ count: 1, from: null, notProposer: false }]);
  });

  it("combines requirements and never ranks them", () => {
    const { requirements } = ruleHistory([
      { id: "legal", then: { requireApprovals: { count: 1, from: ["legal"] } } },
      { id: "two", then: { requireApprovals: { count: 2 } } },
      { id: "again", then: { requireApprovals: { count: 2 } } },
    ]).evaluate({});
    expect(requirements).toEqual([
      { count: 1, from: ["legal"], notProposer: false },
      { count: 2, from: null, notProposer: false },
    ]);
  });

  it("never reports a duplicate at execution", () => {
    const rules = [{ id: "again", then: { duplicate: { hours: 24 } } }] as const;
    const history = ruleHistory(rules, { lastProposed: () => now });
    expect(history.evaluate({}).duplicates).toHaveLength(1);
    expect(history.evaluate({}, "execution").duplicates).toEqual([]);
  });

  it("shows at most 20 findings, decisive ones first", () => {
    const passes = Array.from({ length: 25 }, (_, index) => ({
      id: `pass-${index}`,
      then: { limit: { amountUsd: 500 } },
    }));
    const findings = ruleHistory([
      ...passes,
      { id: "auto", then: { autoApprove: true } },
      { id: "passed", then: { limit: { amountUsd: 1 } } },
      { id: "denied", then: { limit: { amountUsd: 1, atProposal: "deny" } } },
    ])
      .evaluate({})
      .findings();
    expect(findings).toHaveLength(20);
    expect(findings.slice(0, 4).map((each) => each.rule)).toEqual([
      "denied",
      "passed",
      "auto",
      "pass-0",
    ]);
  });

  it("gives the same verdict in any order of the rules", () => {
    const inAnyOrder = anyRules.chain((rules) =>
      fc.tuple(fc.constant(rules), fc.shuffledSubarray([...rules], { minLength: rules.length })),
    );
    fc.assert(
      fc.property(inAnyOrder, anySpend, anySpend, ([rules, shuffled], earlier, spend) => {
        const [one, other] = [rules, shuffled].map((each) => {
          const history = ruleHistory(each);
          history.spend(earlier);
          return history.evaluate(spend);
        });
        expect(other && verdictOf(other)).toBe(one && verdictOf(one));
        expect(other?.requirements).toEqual(one?.requirements);
      }),
      { numRuns: 500 },
    );
  });
});

describe("what an evaluation cannot read", () => {
  it.each([
    ["an unknown action", { kind: "allow" }, "this version does not know the rule's action."],
    [
      "an unknown measure",
      {
        kind: "limit",
        limit: {
          measure: { kind: "refunds", maximum: 9 },
          counts: "all",
          window: { kind: "calendar", period: "day" },
          by: null,
          atProposal: "review",
        },
      },
      "this version does not know what the limit measures.",
    ],
    [
      "a number of spends for one spend",
      {
        kind: "limit",
        limit: {
          measure: { kind: "count", maximum: 9 },
          counts: "all",
          window: null,
          by: null,
          atProposal: "review",
        },
      },
      "a limit per spend must be an amount.",
    ],
  ])("denies: %s", (_, then, reason) => {
    const { denied } = evaluate(compileRules(setOf(then)), spendOf(), emptyMemory, clock);
    expect(denied?.text).toBe(`Denied by \`odd\`: ${reason}`);
  });

  it("denies: a missing counter, also of a limit for automatic approval", () => {
    const memory = { ...emptyMemory, counter: () => undefined };
    for (const counts of ["all", "automatic"] as const) {
      const compiled = compiledOf({
        id: "day",
        then: { limit: { amountUsd: 500, per: "day", counts } },
      });
      expect(evaluate(compiled, spendOf(), memory, clock).denied?.rule).toBe("day");
    }
  });
});
