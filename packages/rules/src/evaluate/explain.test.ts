import { describe, expect, it } from "vitest";
import type { WrittenAction, WrittenRule } from "../rule-set/written-rule-set.ts";
import { dayMs, dollars, type GivenSpend, now, ruleHistory } from "./evaluation.fixture.ts";
import type { RuleMemory } from "./rule-memory.ts";

interface Given {
  readonly message?: string;
  readonly past?: readonly GivenSpend[];
  readonly spend?: GivenSpend;
  readonly memory?: Partial<RuleMemory>;
}

function explained(then: WrittenAction, { message, past = [], spend = {}, memory }: Given = {}) {
  const history = ruleHistory([{ id: "tested", then, message }], memory);
  for (const earlier of past) history.spend(earlier);
  return history.evaluate(spend).findings()[0]?.text;
}

const used480: Given = { past: [{ usd: 480 }] };

describe("the explanation", () => {
  it.each<[string, WrittenAction, Given]>([
    [
      "Denied by `tested`: $480.00 of $500.00 used this month; this spend is $24.00.",
      { limit: { amountUsd: 500, per: "month", atProposal: "deny" } },
      used480,
    ],
    [
      "Needs approval by `tested`: $480.00 of $500.00 used today for vendor aws; this spend is $24.00.",
      { limit: { amountUsd: 500, per: "day", by: "vendor" } },
      used480,
    ],
    [
      "Needs approval by `tested`: $480.00 of $500.00 used this week without category; this spend is $24.00.",
      { limit: { amountUsd: 500, per: "week", by: "category" } },
      { past: [{ usd: 480, category: null }], spend: { category: null } },
    ],
    [
      "Needs approval by `tested`: $480.00 of $500.00 approved automatically this hour for agent agent; this spend is $24.00.",
      { limit: { amountUsd: 500, per: "hour", by: "agent", counts: "automatic" } },
      used480,
    ],
    [
      "Within `tested`: $400.00 of $500.00 used in the last 24 hours; this spend is $24.00.",
      { limit: { amountUsd: 500, per: { rollingHours: 24 } } },
      { past: [{ usd: 400 }] },
    ],
    [
      "Denied by `tested`: this spend is $24.00; the limit for one spend is $20.00.",
      { limit: { amountUsd: 20, atProposal: "deny" } },
      {},
    ],
    [
      "Needs approval by `tested`: 1 of 1 spends this quarter for allocation ads.",
      { limit: { count: 1, per: "quarter", by: "allocation" } },
      { past: [{ allocations: ["ads"] }], spend: { allocations: ["ads", "marketing"] } },
    ],
    [
      "Needs approval by `tested`: 1 of 1 new payees this year; this payee is new.",
      { limit: { newPayees: 1, per: "year" } },
      { past: [{}], spend: { vendor: "gcp" } },
    ],
    [
      "Within `tested`: 1 of 1 new payees in the last hour.",
      { limit: { newPayees: 1, per: { rollingHours: 1 } } },
      { past: [{}] },
    ],
    [
      "Needs approval by `tested`: this spend of $24.00 would leave -$4.00 available; the reserve is $0.00.",
      { keepAvailableUsd: 0 },
      { memory: { available: dollars(20) } },
    ],
    [
      "Needs approval by `tested`: $24.00 for the same payee was already proposed in the last 48 hours.",
      { duplicate: { hours: 48 } },
      { memory: { lastProposed: () => now - dayMs } },
    ],
    ["Denied by `tested`.", { deny: true }, {}],
    ["Approved by `tested`.", { autoApprove: true }, {}],
    [
      "Requires 2 approvals from finance (`tested`).",
      { requireApprovals: { count: 2, from: ["finance"] } },
      {},
    ],
    ["Denied by `tested`: Ask Dana first.", { deny: true }, { message: "Ask Dana first." }],
    [
      "Requires 1 approval (`tested`): Ask Dana first.",
      { requireApprovals: { count: 1 } },
      { message: "Ask Dana first." },
    ],
    [
      "Needs approval by `tested`: Ask Dana first.",
      { limit: { amountUsd: 500, per: "month" } },
      { ...used480, message: "Ask Dana first." },
    ],
    [
      "Within `tested`: $0.00 of $500.00 used this month; this spend is $24.00.",
      { limit: { amountUsd: 500, per: "month" } },
      { message: "Ask Dana first." },
    ],
    [
      "Denied by `tested`: the usage of this limit is not available.",
      { limit: { amountUsd: 500, per: "month" } },
      { message: "Ask Dana first.", memory: { counter: () => undefined } },
    ],
  ])("is: %s", (text, then, given) => {
    expect(explained(then, given)).toBe(text);
  });

  it("names the proven identity of a payee, not the name that the agent reports", () => {
    const rule: WrittenRule = {
      id: "tested",
      then: { limit: { count: 1, per: "day", by: "vendor" } },
    };
    const payee = { id: "https://api.example.com", isSelfReported: false };
    const history = ruleHistory([rule]);
    history.spend({ payee });
    expect(history.evaluate({ payee }).findings()[0]?.text).toContain(
      "today for vendor https://api.example.com.",
    );
  });

  it("of a limit denies at execution, because an approval does not help there", () => {
    const history = ruleHistory([
      { id: "month", then: { limit: { amountUsd: 500, per: "month" } } },
      { id: "reserve", then: { keepAvailableUsd: 999 } },
    ]);
    history.spend({ usd: 480 });
    const { denied, limits } = history.evaluate({}, "execution");
    expect(denied).toBeNull();
    expect(limits.map((each) => [each.effect, each.text.slice(0, 19)])).toEqual([
      ["deny", "Denied by `month`: "],
      ["deny", "Denied by `reserve`"],
    ]);
  });

  it("carries the observed figures", () => {
    const history = ruleHistory([
      { id: "amount", then: { limit: { amountUsd: 500, per: "month" } } },
      { id: "count", then: { limit: { count: 5, per: "month" } } },
    ]);
    history.spend({ usd: 480 });
    history.hold({ usd: 15 });
    expect(
      history
        .evaluate({})
        .findings()
        .map((each) => each.usage),
    ).toEqual([
      { kind: "amount", used: dollars(495), maximum: dollars(500) },
      { kind: "count", used: 2, maximum: 5 },
    ]);
  });
});
