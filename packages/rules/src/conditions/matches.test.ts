import { Micros } from "@agent-treasury/provider";
import { earlierName } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import type { SpendFacts } from "../evaluate/spend-facts.ts";
import { readRuleSet } from "../rule-set/read-rule-set.ts";
import type { Rule } from "../rule-set/rule-set.ts";
import { localClock, type LocalTime } from "../windows/local-time.ts";
import { matches } from "./matches.ts";

const spend: SpendFacts = {
  amount: Micros.of(24_000_000n),
  approvedAmount: Micros.of(24_000_000n),
  payee: { id: "name:aws", isSelfReported: true },
  vendor: "aws",
  category: "hosting",
  agentId: "agent",
  allocations: ["web", "engineering"],
  rail: "ledger",
  at: 0,
};
const proven: SpendFacts = {
  ...spend,
  payee: { id: "stripe:acct_1AbC", isSelfReported: false },
  rail: "stripe-issuing",
};
const monday: LocalTime = localClock("UTC")(Date.UTC(2026, 10, 23, 10));

function ruleOf(when: object, then: object): Rule {
  const isReported = "vendors" in when || "categories" in when;
  const accepted = "autoApprove" in then && isReported ? { selfReported: true } : {};
  const [rule] = readRuleSet({
    version: 1,
    rules: [{ id: "a", when, then, ...accepted }],
  }).rules;
  if (rule === undefined) throw new Error("No rule was read.");
  return rule;
}

function isMatch(
  when: object,
  facts: Partial<SpendFacts> = {},
  context: { isKnownPayee?: boolean; local?: Partial<LocalTime> } = {},
  then: object = { deny: true },
): boolean {
  return matches(
    ruleOf(when, then),
    { ...spend, ...facts },
    { isKnownPayee: context.isKnownPayee ?? false, local: { ...monday, ...context.local } },
  );
}

function isAtNight(minute: number): boolean {
  return isMatch({ hours: "22:00-06:00" }, {}, { local: { minute } });
}

function applies(
  [field, list, then]: readonly [string, string, object, boolean],
  name: string,
): boolean {
  const listed = field === "vendors" ? { [list]: ["acme"] } : ["acme"];
  const stored = earlierName(name);
  const facts =
    field === "vendors"
      ? {
          payee: { id: `name:${stored}`, isSelfReported: true },
          vendor: stored,
          writtenVendor: name,
        }
      : { category: stored };
  return isMatch({ [field]: listed }, facts, {}, then);
}

describe("matches", () => {
  it("holds for every spend without conditions", () => {
    expect(isMatch({})).toBe(true);
  });

  it.each([
    [{ agents: ["agent"] }, { agents: ["other"] }],
    [{ allocations: ["web"] }, { allocations: ["sales"] }],
    [{ allocations: ["engineering"] }, { allocations: ["engineering-2"] }],
    [{ vendors: { in: ["gcp", "AWS "] } }, { vendors: { in: ["gcp"] } }],
    [{ vendors: { in: ["name:aws"] } }, { vendors: { in: ["name:gcp"] } }],
    [{ vendors: { notIn: ["gcp"] } }, { vendors: { notIn: ["AWS"] } }],
    [{ vendors: { notIn: ["name:gcp"] } }, { vendors: { notIn: ["name:aws"] } }],
    [{ categories: ["Hosting"] }, { categories: ["saas"] }],
    [{ amountUsd: { from: 24 } }, { amountUsd: { from: "24.000001" } }],
    [{ amountUsd: { below: "24.000001" } }, { amountUsd: { below: 24 } }],
    [{ rails: ["ledger"] }, { rails: ["stripe-issuing"] }],
    [{ days: ["mon"] }, { days: ["tue", "sun"] }],
    [{ hours: "10:00-10:01" }, { hours: "10:01-10:00" }],
    [{ hours: "09:00-24:00" }, { hours: "09:00-10:00" }],
  ])("holds for %j, not for %j", (holding, failing) => {
    expect(isMatch(holding)).toBe(true);
    expect(isMatch(failing)).toBe(false);
    expect(isMatch({ ...failing, ...holding, agents: ["other"] })).toBe(false);
  });

  it("needs every condition", () => {
    const when = { agents: ["agent"], vendors: { in: ["aws"] }, days: ["mon"] };
    expect(isMatch(when)).toBe(true);
    expect(isMatch(when, { vendor: "gcp", payee: { id: "name:gcp", isSelfReported: true } })).toBe(
      false,
    );
  });

  it("spans midnight", () => {
    expect([0, 359, 360, 1_319, 1_320, 1_439].map(isAtNight)).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
  });

  it("holds for no category if the spend has none", () => {
    expect(isMatch({ categories: ["hosting"] }, { category: null })).toBe(false);
  });

  it("holds for no allocation if the spend has none", () => {
    expect(isMatch({ allocations: ["web"] }, { allocations: [] })).toBe(false);
  });

  it("compares `firstPayment` with what is known", () => {
    const when = { vendors: { firstPayment: true } };
    expect(isMatch(when, {}, { isKnownPayee: false })).toBe(true);
    expect(isMatch(when, {}, { isKnownPayee: true })).toBe(false);
  });

  it("finds a proven payee by its identity, and by the reported name", () => {
    expect(isMatch({ vendors: { in: ["stripe:acct_1AbC"] } }, proven)).toBe(true);
    expect(isMatch({ vendors: { in: ["aws"] } }, proven)).toBe(true);
    expect(isMatch({ vendors: { notIn: ["stripe:acct_1AbC"] } }, proven)).toBe(false);
  });

  it("does not leave `notIn` for a payee identity that the agent reported", () => {
    const reported = {
      payee: { id: "name:https://api.example.com", isSelfReported: true },
      vendor: "https://api.example.com",
    };
    const when = { vendors: { notIn: ["https://api.example.com"] } };
    expect(isMatch(when, reported)).toBe(true);
    const unproven = { payee: { id: "https://api.example.com", isSelfReported: true } };
    expect(isMatch(when, unproven)).toBe(true);
    expect(isMatch(when, { payee: { ...unproven.payee, isSelfReported: false } })).toBe(false);
    const forged = { payee: { id: "stripe:acct_other", isSelfReported: false } };
    expect(isMatch(when, { ...forged, vendor: "https://api.example.com" })).toBe(true);
  });

  it("finds a payee identity that the agent reported by `in`", () => {
    const reported = {
      payee: { id: "name:https://api.example.com", isSelfReported: true },
      vendor: "https://api.example.com",
    };
    expect(isMatch({ vendors: { in: ["https://API.example.com"] } }, reported)).toBe(true);
  });

  describe("names that only look like a listed one", () => {
    const alike = ["Асme", "ACMЕ", "Acmé", "Acrne", "ꓮcme"];
    const equal = ["ACME", "Ａｃｍｅ", "Ac\u2800me"];
    const restricting = [
      { deny: true },
      { requireApprovals: { count: 2 } },
      { limit: { amountUsd: 5, per: "day" } },
      { keepAvailableUsd: 5 },
      { duplicate: { hours: 1 } },
    ];
    const cells = [
      ...restricting.map((then) => ["vendors", "in", then, true] as const),
      ...restricting.map((then) => ["vendors", "notIn", then, true] as const),
      ...restricting.map((then) => ["categories", "in", then, true] as const),
      ["vendors", "in", { autoApprove: true }, false] as const,
      ["vendors", "notIn", { autoApprove: true }, false] as const,
      ["categories", "in", { autoApprove: true }, false] as const,
    ];

    it.each(cells)("get the stricter outcome: %s %s, %o", (...cell) => {
      const [, list, , isStricter] = cell;
      expect(alike.map((name) => applies(cell, name))).toEqual(alike.map(() => isStricter));
      expect(equal.map((name) => applies(cell, name))).toEqual(equal.map(() => list === "in"));
      expect(applies(cell, "Globex")).toBe(list === "notIn");
    });
  });
});
