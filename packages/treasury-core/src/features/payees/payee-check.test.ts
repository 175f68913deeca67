import type { RuleSet } from "@agent-treasury/rules";
import { readRuleSet } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import {
  type TestTreasury,
  type TestTreasuryOptions,
  testTreasury,
} from "../../create/test-treasury.fixture.ts";
import { dollars } from "../../kernel/ledger/test-ledger.fixture.ts";

const day = 86_400_000;
const waits = { status: "pending", reason: "No person named or approved this payee." };

function checking(options: TestTreasuryOptions = {}): TestTreasury {
  const policy = { autoApprovePayees: "known", ...options.policy } as const;
  return testTreasury({ startingCapital: dollars(100_000), payment: null, ...options, policy });
}

const small = { amount: dollars(2) };
const rulesOf = (...rules: readonly object[]): RuleSet =>
  readRuleSet({ version: 1, rules }, ["ledger"]);

describe("a spend to an account number", () => {
  const iban = "DE89370400440532013000";
  const isHeld = { status: "pending", verdict: "review" };

  it("is held until a person approved a payment to exactly this number", async () => {
    const treasury = checking();
    const first = await treasury.propose({ ...small, vendor: iban });
    expect(first).toMatchObject(isHeld);
    expect(first.reason).toContain("account number");
    await treasury.approve(first.id);
    expect(await treasury.propose({ ...small, vendor: iban })).toMatchObject({
      status: "executed",
      autoApproved: true,
      verdict: "safe",
    });
    expect(await treasury.propose({ ...small, vendor: "GB29NWBK60161331926819" })).toMatchObject(
      isHeld,
    );
    const purpose = "rent, to GB29NWBK60161331926819";
    expect(await treasury.propose({ ...small, vendor: iban, purpose })).toMatchObject(isHeld);
  });

  it("is held although the person named the payee", async () => {
    const treasury = checking();
    const named = { ...small, vendor: iban, isPayeeNamed: true };
    expect(await treasury.propose(named)).toMatchObject(isHeld);
  });
});

describe("a spend below the limit of automatic approval", () => {
  it("waits if no person named or approved its payee", async () => {
    const treasury = checking();
    expect(await treasury.propose(small)).toMatchObject({ ...waits, verdict: "review" });
  });

  it("is approved by policy if the person named the payee, and that makes it not known", async () => {
    const treasury = checking();
    expect(await treasury.propose({ ...small, isPayeeNamed: true })).toMatchObject({
      status: "executed",
      autoApproved: true,
    });
    expect(await treasury.propose(small)).toMatchObject(waits);
  });

  it("is approved by policy up to twice the largest amount that a person approved", async () => {
    const treasury = checking();
    for (const usd of [2, 1]) {
      const { id } = await treasury.propose({ amount: dollars(usd), vendor: `Acme` });
      await treasury.approve(id);
    }
    expect(await treasury.propose({ amount: dollars(4) })).toMatchObject({ status: "executed" });
    expect(await treasury.propose({ amount: dollars(4.000001) })).toMatchObject(waits);
    expect(await treasury.propose({ amount: dollars(4), vendor: "ACME " })).toMatchObject({
      status: "executed",
    });
    // An approval by policy does not count as one of a person.
    expect(await treasury.propose({ amount: dollars(5) })).toMatchObject(waits);
    expect(await treasury.propose({ ...small, vendor: "\u0410cme" })).toMatchObject(waits);
  });

  it("waits again after a denial, and after a reset", async () => {
    const treasury = checking();
    const first = await treasury.propose(small);
    await treasury.approve(first.id);
    expect(await treasury.propose(small)).toMatchObject({ status: "executed" });
    const large = await treasury.propose({ amount: dollars(20) });
    await treasury.deny(large.id);
    expect(await treasury.propose(small)).toMatchObject(waits);
    await treasury.approve((await treasury.propose(small)).id);
    await treasury.reset();
    await treasury.credit(dollars(100));
    expect(await treasury.propose(small)).toMatchObject(waits);
  });

  it("is known for 180 days after its last payment, and for a year after the approval", async () => {
    const treasury = checking();
    await treasury.approve((await treasury.propose(small)).id);
    treasury.clock.advance(179 * day);
    expect(await treasury.propose(small)).toMatchObject({ status: "executed" });
    treasury.clock.advance(179 * day);
    expect(await treasury.propose(small)).toMatchObject({ status: "executed" });
    treasury.clock.advance(6 * day);
    expect(await treasury.propose(small)).toMatchObject({ status: "executed" });
    treasury.clock.advance(day);
    expect(await treasury.propose(small)).toMatchObject(waits);
    await treasury.approve((await treasury.propose(small)).id);
    treasury.clock.advance(180 * day);
    expect(await treasury.propose(small)).toMatchObject(waits);
  });

  it("keeps the reasons of screening before that of the payee", async () => {
    const treasury = checking();
    expect(await treasury.propose({ ...small, hasReadContent: true })).toMatchObject({
      reason:
        "The agent read content of a seller earlier in this turn, so the spend needs approval. No person named or approved this payee.",
    });
  });

  it("is approved by policy whatever its payee is, if the check is turned off", async () => {
    const treasury = checking({ policy: { autoApprovePayees: "any" } });
    expect(await treasury.propose(small)).toMatchObject({ status: "executed" });
  });
});

function ruleOf(when: object, then: object): object {
  const isReported = "autoApprove" in then && "vendors" in when;
  return { id: "rule", when, then, ...(isReported && { selfReported: true }) };
}

describe("a rule", () => {
  it.each<[string, object, object]>([
    ["that approves the vendor", { vendors: { in: ["acme"] } }, { autoApprove: true }],
    ["that approves the rail", { rails: ["ledger"] }, { autoApprove: true }],
    ["that denies all other vendors", { vendors: { notIn: ["acme"] } }, { deny: true }],
  ])("%s allows the payee", async (_what, when, then) => {
    const treasury = checking({ rules: rulesOf(ruleOf(when, then)) });
    expect(await treasury.propose(small)).toMatchObject({ status: "executed" });
  });

  it.each<[string, object, object]>([
    ["that approves all", {}, { autoApprove: true }],
    ["that approves all but a vendor", { vendors: { notIn: ["x"] } }, { autoApprove: true }],
    ["that approves another vendor", { vendors: { in: ["x"] } }, { autoApprove: true }],
    [
      "that limits the vendor",
      { vendors: { in: ["acme"] } },
      { limit: { amountUsd: 50, per: "day" } },
    ],
    [
      "that denies other vendors of another agent",
      { vendors: { notIn: ["acme"] }, agents: ["x"] },
      { deny: true },
    ],
  ])("%s does not", async (_what, when, then) => {
    const treasury = checking({ rules: rulesOf(ruleOf(when, then)) });
    expect(await treasury.propose(small)).toMatchObject(waits);
  });

  it.each([
    ["is valid", { validFrom: "2026-11-04T00:00:00Z", validUntil: "2026-11-05T00:00:00Z" }, {}],
    ["has the day", {}, { days: ["wed"] }],
  ])("that denies all other vendors allows the payee only while it %s", async (_, valid, days) => {
    const when = { vendors: { notIn: ["acme"] }, ...days };
    const rule = { id: "rule", when, then: { deny: true }, ...valid };
    const treasury = checking({ rules: rulesOf(rule) });
    expect(await treasury.propose(small)).toMatchObject(waits);
    treasury.clock.advance(day);
    expect(await treasury.propose(small)).toMatchObject({ status: "executed" });
    treasury.clock.advance(day);
    expect(await treasury.propose(small)).toMatchObject(waits);
  });
});

describe("a larger spend", () => {
  it("keeps its verdict, and shows what is known of its payee", async () => {
    const treasury = checking();
    const spend = await treasury.propose({ amount: dollars(20), namedAmount: dollars(20) });
    expect(spend).toMatchObject({ status: "pending", verdict: "safe" });
    expect(spend.facts.proposed?.payee).toEqual({ amount: "20000000", unknown: true });
    await treasury.approve(spend.id);
    const { facts } = await treasury.propose({ amount: dollars(20), isPayeeNamed: true });
    expect(facts.proposed?.payee).toEqual({ known: true, named: true });
  });
});
