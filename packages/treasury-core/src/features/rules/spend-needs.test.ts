import {
  compileRules,
  neededBy,
  readRuleSet,
  type RuleSet,
  type SpendFacts,
} from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import { fiftyRules } from "./fifty-rules.fixture.ts";
import { RememberedNeeds } from "./spend-needs.ts";

const listed = "https://example.com";

function otherVendors(): RuleSet {
  const when = { vendors: { notIn: [listed] } };
  const validUntil = "2026-11-05T00:00:00Z";
  return readRuleSet({
    version: 1,
    rules: [{ id: "others", when, then: { deny: true }, validUntil }],
  });
}

const rules = compileRules({ rules: [...fiftyRules().rules, ...otherVendors().rules] });

const facts: SpendFacts = {
  amount: dollars(1),
  approvedAmount: dollars(1),
  payee: { id: "name:aws", isSelfReported: true },
  vendor: "aws",
  category: "hosting",
  agentId: "agent",
  allocations: ["models", "research"],
  rail: "ledger",
  at: 0,
};

const changes: readonly Partial<SpendFacts>[] = [
  {},
  ...[19, 20, 249, 250, 999, 1_000, 4_999, 5_000, 100_000].map((usd) => ({
    amount: dollars(usd),
  })),
  { payee: { id: "name:bad corp", isSelfReported: true } },
  { payee: { id: "bad corp", isSelfReported: false }, vendor: "bad corp" },
  { vendor: "bad corp" },
  { payee: { id: listed, isSelfReported: true } },
  { payee: { id: listed, isSelfReported: false } },
  { category: "legal" },
  { category: null },
  { agentId: "researcher" },
  { allocations: ["research"] },
  { allocations: [] },
  { rail: "stripe-issuing" },
  { payee: { id: listed, isSelfReported: false }, at: Date.parse("2026-11-05T00:00:00Z") },
];

describe("the needs of a spend", () => {
  it("are those of its own facts, whatever was remembered before", () => {
    const remembered = new RememberedNeeds();
    for (const change of [...changes, ...changes]) {
      const changed = { ...facts, ...change };
      expect(remembered.of(rules, changed).needs).toEqual(neededBy(rules, changed));
    }
  });

  it("are those of the rules", () => {
    const remembered = new RememberedNeeds();
    expect(remembered.of(rules, facts).usage.length).toBeGreaterThan(0);
    const others = compileRules(readRuleSet({ version: 1, rules: [] }));
    expect(remembered.of(others, facts)).toMatchObject({ usage: [], payee: [] });
  });

  it("are remembered for 1,000 spends", () => {
    const remembered = new RememberedNeeds();
    const first = remembered.of(rules, facts);
    const among = (agents: number) => {
      for (let agent = 0; agent < agents; agent += 1) {
        remembered.of(rules, { ...facts, agentId: `agent-${agent}` });
      }
      return remembered.of(rules, { ...facts, approvedAmount: dollars(0), at: 1 });
    };
    expect(among(999)).toBe(first);
    expect(among(1_000)).not.toBe(first);
    expect(among(0)).toEqual(first);
  });
});
