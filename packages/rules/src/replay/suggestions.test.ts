import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { readRuleSet } from "../rule-set/read-rule-set.ts";
import { ruleSetToJson } from "../rule-set/to-json.ts";
import { microsOf } from "../rule-set/written-usd.ts";
import type { PastDecision, PastEvaluation, PastSpend } from "./past-spend.ts";
import { suggestionsFrom } from "./suggestions.ts";

const approved = { kind: "approved", isAutomatic: false, isRefused: false, isHeld: false } as const;

function evaluation(at: number): PastEvaluation {
  return { at, order: [at, 0], rail: "ledger", allocations: [], allocated: "pass", observed: null };
}

/** Newest first, as the history is read. */
function history(
  ...spends: readonly (Partial<PastSpend> & { readonly usd: number; readonly to: string })[]
): readonly PastSpend[] {
  return spends
    .map(({ usd, to, ...rest }, index): PastSpend => ({
      id: `prop_${index}`,
      ordinal: index,
      epoch: 0,
      amount: microsOf(usd),
      approvedAmount: microsOf(usd),
      payee: `name:${to.toLowerCase()}`,
      vendor: to.toLowerCase(),
      category: null,
      agentId: "buyer",
      proposer: null,
      name: to,
      hasNames: true,
      proposed: {
        ...evaluation(index * 10),
        screened: "safe",
        isSmall: false,
        automaticLeft: Micros.zero,
        obstacle: null,
        isUnknownPayee: true,
      },
      decision: approved,
      approvals: [{ person: "ada", groups: [] }],
      approved: evaluation(index * 10 + 1),
      movements: [],
      ...rest,
    }))
    .toReversed();
}

const declined: PastDecision = { kind: "declined" };

describe("suggestions", () => {
  it("have the largest amount and the number of what persons approved, with the decisions", () => {
    const spends = history(
      { usd: 20, to: "AWS" },
      { usd: 24.5, to: "aws" },
      { usd: 9, to: "AWS" },
      { usd: 9, to: "Figma" },
    );
    const [one, ...others] = suggestionsFrom(spends);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      agentId: "buyer",
      vendor: "AWS",
      maximum: microsOf(24.5),
      count: 3,
      atMost: microsOf(73.5),
      rules: [],
    });
    expect(one?.spends.map(({ id }) => id)).toEqual(["prop_2", "prop_1", "prop_0"]);
  });

  const three = [20, 20, 20].map((usd) => ({ usd, to: "AWS" }));
  const without: Readonly<Record<string, Partial<PastSpend>>> = {
    "a person never approved": { decision: { kind: "none" }, approvals: [], approved: null },
    "policy approved": { decision: { ...approved, isAutomatic: true } },
    "a standing approval approved with the proposal": { approved: evaluation(20) },
    "a limit failed": { decision: { ...approved, isRefused: true } },
    "another agent proposed": { agentId: "other" },
    "a person proposed": { agentId: "person" },
    "has an erased payee": { name: null },
    "a rail proves the payee of": { isPayeeProven: true },
    "a person denied": { decision: declined, approvals: [], approved: null },
  };
  it.each(Object.entries(without))("do not count a spend that %s", (_, last) => {
    expect(suggestionsFrom(history(...three))).toHaveLength(1);
    expect(suggestionsFrom(history(...three.slice(1), { usd: 20, to: "AWS", ...last }))).toEqual(
      [],
    );
  });

  it("end with one denial of the payee", () => {
    expect(suggestionsFrom(history(...three, { usd: 1, to: "AWS", decision: declined }))).toEqual(
      [],
    );
  });

  it("are rules for an agent that pays several payees again, and keep a person for new ones", () => {
    const spends = history(
      { usd: 20, to: "AWS" },
      { usd: 10, to: "Figma" },
      { usd: 21, to: "AWS" },
      { usd: 12, to: "Figma" },
      { usd: 11, to: "Figma" },
    );
    const suggestion = suggestionsFrom(spends, ["buyer-approve"]).find(
      ({ rules }) => rules.length > 0,
    );
    expect(suggestion).toMatchObject({ vendor: null, maximum: microsOf(21), atMost: microsOf(44) });
    expect(suggestion?.spends.map(({ id }) => id)).toEqual(["prop_4", "prop_3", "prop_2"]);
    const written = ruleSetToJson({ rules: suggestion?.rules ?? [] });
    expect(readRuleSet(written)).toEqual({ rules: suggestion?.rules });
    expect(written.rules).toMatchObject([
      {
        id: "buyer-2-approve",
        when: { agents: ["buyer"], amountUsd: { below: "21.01" } },
        then: { autoApprove: true },
      },
      { then: { limit: { amountUsd: "44.00", per: "month", counts: "automatic" } } },
      { when: { vendors: { firstPayment: true } }, then: { requireApprovals: { count: 1 } } },
    ]);
  });

  it("have valid ids for every agent, which no other rule has", () => {
    const taken: string[] = [];
    const long = "Ä".repeat(3) + "buyer of everything we need".repeat(3);
    for (const agentId of ["买手", "另一个", "-", long, long, "buyer"]) {
      const spends = ["AWS", "Figma", "AWS", "Figma", "AWS"].map((to) => ({ usd: 5, to, agentId }));
      const all = suggestionsFrom(history(...spends), taken).flatMap(({ rules }) => rules);
      expect(readRuleSet(ruleSetToJson({ rules: all })).rules).toHaveLength(3);
      taken.push(...all.map(({ id }) => id));
    }
    expect(taken.slice(0, 4)).toEqual([
      "agent-approve",
      "agent-limit",
      "agent-new-payees",
      "agent-2-approve",
    ]);
    expect(new Set(taken).size).toBe(18);
    const both = ["a!", "a?"].flatMap((agentId) =>
      ["AWS", "Figma", "AWS", "Figma", "AWS"].map((to) => ({ usd: 5, to, agentId })),
    );
    const ids = suggestionsFrom(history(...both)).flatMap(({ rules }) => rules.map(({ id }) => id));
    expect(new Set(ids).size).toBe(6);
  });
});
