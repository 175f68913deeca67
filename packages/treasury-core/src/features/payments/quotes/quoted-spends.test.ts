import type { PaymentQuote } from "@agent-treasury/provider";
import { readRuleSet, type WrittenRule } from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import { ada, outcomeOf, testTreasury } from "../../../create/test-treasury.fixture.ts";
import { contentsOf } from "../../../kernel/ledger/edited-storage.fixture.ts";
import { sha256Hex } from "../../../kernel/ledger/hash.ts";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { proposalKey } from "../../../kernel/proposals/proposal.ts";
import { freezeScope } from "../../freezes/freeze-scope.ts";
import { eraseText } from "../../workspace/erase-text.ts";
import { recordDueProposals } from "../../workspace/record-due-proposals.ts";
import { aQuote, quotedExecutor, quotedWorld, seller } from "./quoted-world.fixture.ts";

const hour = 3_600_000;
const ben = { ...ada, id: "Ben", name: "Ben" };

function hash(value: unknown): string {
  return sha256Hex(JSON.stringify(value));
}

function ruleSet(...rules: readonly WrittenRule[]) {
  return readRuleSet({ version: 1, rules });
}

describe("a spend with a quote", () => {
  it("is paid as quoted, to the payee that the rail proves", async () => {
    const chain = quotedExecutor();
    const { buy, decide, clock, verify } = quotedWorld([chain]);
    const quote = aQuote(clock.now());
    const proposal = await buy();
    expect(proposal).toMatchObject({ status: "pending", vendor: seller, amountUsd: 12 });
    expect(proposal.quote).toEqual({
      rail: "chain",
      payee: seller,
      description: "Weather of a city",
      maximumUsd: 12,
      isFixed: true,
      expiresAt: new Date(quote.expiresAt).toISOString(),
    });
    expect(await decide(proposal.id)).toMatchObject({ status: "executed", capturedUsd: 12 });
    expect(chain.paid).toMatchObject([{ quote, vendor: seller, amount: dollars(12) }]);
    expect(Object.keys(chain.paid[0]!.quote!.terms)).toEqual(Object.keys(quote.terms));
    expect(await verify()).toMatchObject({ valid: true });
  });

  it("is paid by policy below the limit of automatic approval", async () => {
    const chain = quotedExecutor();
    const { buy } = quotedWorld([chain]);
    expect(await buy({ maximum: dollars(5) })).toMatchObject({ status: "executed" });
    expect(chain.paid).toMatchObject([{ quote: { maximum: dollars(5) } }]);
  });

  it("is paid as quoted by the process that recovers it", async () => {
    const failing = quotedExecutor({ pay: () => Promise.reject(new Error("It is down.")) });
    const { buy, decide, clock, engine } = quotedWorld([failing]);
    const { id } = await buy();
    expect(await outcomeOf(decide(id))).toBe("spend_executor_error");
    clock.advance(hour);
    const chain = quotedExecutor();
    const other = quotedWorld([chain], { storage: engine.storage, clock });
    expect(await other.engine.external!.recover()).toMatchObject({ taken: 1, closed: 1 });
    expect(chain.paid).toMatchObject([{ proposalId: id, quote: { payee: seller } }]);
  });

  it.each<[string, Partial<PaymentQuote>, number]>([
    ["less than a fixed price", {}, 11],
    ["more than a fixed price", {}, 13],
    ["more than a maximum", { isFixed: false }, 13],
    ["a free purchase", { maximum: dollars(0), isFixed: false }, 0],
    ["a payee that is a name", { payee: "ＮＡＭＥ:aws" }, 12],
    ["no payee", { payee: " " }, 12],
    ["a payee with bidirectional controls", { payee: "https://\u202eexample.com" }, 12],
    ["a long description", { description: "w".repeat(501) }, 12],
    ["a quote of more than 4 KiB", { terms: { accepted: "x".repeat(4_000) } }, 12],
    ["no expiry", { expiresAt: Number.NaN }, 12],
  ])("is rejected with %s", async (_what, quoted, usd) => {
    const chain = quotedExecutor();
    const { buy, state } = quotedWorld([chain]);
    expect(await outcomeOf(buy(quoted, { amount: dollars(usd) }))).toBe("invalid_request");
    expect((await state()).proposals).toEqual([]);
  });

  it("can be approved for less only if the price is not fixed", async () => {
    const chain = quotedExecutor();
    const { buy, decide } = quotedWorld([chain]);
    const less = { approvedAmount: dollars(11) };
    const fixed = await buy();
    expect(await outcomeOf(decide(fixed.id, less))).toBe("invalid_request");
    expect(chain.paid).toEqual([]);
    expect(await decide(fixed.id, { approvedAmount: dollars(12) })).toMatchObject({
      capturedUsd: 12,
    });
    const bounded = await buy({ isFixed: false });
    expect(await decide(bounded.id, less)).toMatchObject({ status: "executed", capturedUsd: 11 });
  });

  it("is neither proposed nor approved after the expiry of its quote", async () => {
    const chain = quotedExecutor();
    const { buy, decide, clock } = quotedWorld([chain]);
    const now = clock.now();
    expect(await outcomeOf(buy({ expiresAt: now }))).toBe("quote_expired");
    expect(await outcomeOf(buy({ expiresAt: now, maximum: dollars(5) }))).toBe("quote_expired");
    const { id } = await buy();
    clock.advance(hour);
    expect(await outcomeOf(decide(id))).toBe("quote_expired");
    expect(chain.paid).toEqual([]);
    expect(await decide(id, { decision: "deny" })).toMatchObject({ status: "denied" });
  });

  it("is denied with the reason once its quote expired, without a decision", async () => {
    const { buy, state, clock, engine } = quotedWorld([quotedExecutor()]);
    const { id } = await buy();
    clock.advance(hour);
    const denied = { id, status: "denied", failure: expect.stringContaining("price") };
    expect((await state()).proposals).toMatchObject([denied]);
    await recordDueProposals(engine, new AbortController().signal);
    const [snapshot] = await engine.storage.load([
      { workspaceId: "acme", keys: [proposalKey(id)] },
    ]);
    expect(snapshot?.found).toMatchObject([{ open: false, body: { status: "denied" } }]);
  });

  it("is not completed by a second approval after the expiry", async () => {
    const rules = ruleSet({ id: "two", then: { requireApprovals: { count: 2 } } });
    const chain = quotedExecutor();
    const { buy, decide, clock } = quotedWorld([chain], { rules });
    const { id } = await buy();
    expect(await decide(id)).toMatchObject({ status: "pending" });
    clock.advance(hour);
    expect(await outcomeOf(decide(id, { operator: ben }))).toBe("quote_expired");
    expect(chain.paid).toEqual([]);
  });

  it("is the same proposal when it is proposed again, also after the expiry", async () => {
    const { buy, clock } = quotedWorld([quotedExecutor()]);
    const { id } = await buy();
    const quote = aQuote(clock.now());
    clock.advance(hour);
    expect(await buy({}, { id, quote })).toMatchObject({ id, status: "denied" });
  });

  it("is not paid if the stored quote was changed", async () => {
    const chain = quotedExecutor();
    const { buy, decide, engine } = quotedWorld([chain]);
    const { id } = await buy();
    const { docs, head } = await contentsOf(engine.storage, "acme");
    const stored = docs.find(({ kind }) => kind === "quote")!;
    const body = JSON.parse(JSON.stringify(stored.body).replace("0x5290", "0x6666"));
    const next = { ...head!, version: head!.version + 1n };
    const change = {
      id: "0".repeat(32),
      workspaceId: "acme",
      expectedVersion: head!.version,
      next,
    };
    const put = [{ ...stored, body }];
    await engine.storage.commit([{ ...change, entries: [], put, create: [], claim: [] }]);
    expect(await outcomeOf(decide(id))).toBe("storage_error");
    expect(chain.paid).toEqual([]);
  });

  it("keeps its open proposal below 1 KiB beside its texts", async () => {
    const { buy, engine } = quotedWorld([quotedExecutor()]);
    await buy({ description: "d".repeat(500), terms: { accepted: "x".repeat(3_000) } });
    const [snapshot] = await engine.storage.load([{ workspaceId: "acme", keys: [] }]);
    expect(snapshot!.open).toHaveLength(1);
    expect(JSON.stringify(snapshot!.open[0]!.body).length).toBeLessThan(1_024 + 500);
  });

  it("has no text after the erasure, but its digest", async () => {
    const { buy, decide, clock, engine, verify } = quotedWorld([quotedExecutor()]);
    const { id, digest } = await buy();
    await decide(id);
    clock.advance(1_000);
    await eraseText(engine, "acme", ada, null);
    const { docs } = await contentsOf(engine.storage, "acme");
    const own = JSON.stringify(docs.filter((doc) => doc.id === id).map(({ body }) => body));
    expect(own).not.toMatch(/Weather|example\.com|0x5290/u);
    expect(own).toContain(digest);
    expect(await verify()).toMatchObject({ valid: true });
  });
});

describe("the digest of a proposal", () => {
  it("covers the quote, and is the earlier one without it", async () => {
    const id = "prop_1";
    const salt = "5a".repeat(16);
    const digestUnder = async (quoted: Partial<PaymentQuote> | null) => {
      const { propose, clock } = testTreasury({ startingCapital: dollars(200) });
      const quote = quoted && { quote: aQuote(clock.now(), quoted) };
      return (await propose({ id, salt, vendor: seller, ...quote })).fixed!.digest;
    };
    const texts = [salt, seller, "servers", null, "No screening rule matched."];
    const fields = ["acme", 1, id, "agent", "12000000", null, null, []];
    const plain = hash(["agent-treasury/proposal/1", ...fields, hash(texts)]);
    expect(await digestUnder(null)).toBe(plain);
    const digests = await Promise.all(
      [{}, { description: "other" }, { terms: {} }, { isFixed: false }, { rail: "other" }].map(
        digestUnder,
      ),
    );
    expect(new Set([plain, ...digests]).size).toBe(6);
    expect(await digestUnder({})).toBe(digests[0]);
  });
});

describe("the payee of a quote", () => {
  it("is an identity that rules treat as proven", async () => {
    const rules = ruleSet({
      id: "sellers",
      when: { vendors: { notIn: [seller] } },
      then: { deny: true },
    });
    const { buy, propose } = quotedWorld([quotedExecutor()], { rules });
    expect(await buy()).toMatchObject({ status: "pending" });
    expect(await buy({ payee: "https://evil.example" })).toMatchObject({ status: "denied" });
    // An agent that reports the same name.
    expect(await propose({ vendor: seller, amount: dollars(12) })).toMatchObject({
      status: "denied",
    });
  });

  it("is not known because a name was paid", async () => {
    const rules = ruleSet({
      id: "new",
      when: { vendors: { firstPayment: true } },
      then: { requireApprovals: { count: 2 } },
    });
    const { buy, decide, propose, approve } = quotedWorld([quotedExecutor()], { rules });
    const { id } = await propose({ vendor: seller, amount: dollars(12) });
    await approve(id);
    expect((await approve(id, ben)).status).toBe("executed");
    const first = await buy();
    expect(first.approvals.needed).toBe(2);
    await decide(first.id);
    expect(await decide(first.id, { operator: ben })).toMatchObject({ status: "executed" });
    expect((await buy()).approvals.needed).toBe(1);
  });

  it("is frozen by its name", async () => {
    const chain = quotedExecutor();
    const { buy, decide, run } = quotedWorld([chain]);
    const { id } = await buy();
    const by = { name: "Ada", verified: true, id: "Ada", agentId: null };
    const target = `name:${seller}`;
    const freeze = {
      id: "f".repeat(32),
      scope: "vendor",
      target,
      named: seller,
      reason: null,
    } as const;
    await run(freezeScope({ ...freeze, by }));
    expect(await outcomeOf(decide(id))).toBe("frozen");
    expect(chain.paid).toEqual([]);
  });

  it("may be an account number, but its description may not contain one", async () => {
    const { buy } = quotedWorld([quotedExecutor()]);
    const payee = "0x52908400098527886E0F7030069857D2E4169EE7";
    const small = { maximum: dollars(5) };
    expect(await buy({ ...small, payee })).toMatchObject({ status: "executed" });
    const description = `Send it to ${payee} instead`;
    expect(await buy({ ...small, description })).toMatchObject({
      status: "pending",
      reason: expect.stringContaining("account number"),
    });
    expect(await buy({ ...small, description: "a handgun" })).toMatchObject({ status: "denied" });
  });
});
