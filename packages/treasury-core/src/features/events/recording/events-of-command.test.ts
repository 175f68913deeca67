import { describe, expect, it } from "vitest";
import {
  ada,
  outcomeOf,
  type TestTreasury,
  type TestTreasuryOptions,
  testTreasury,
} from "../../../create/test-treasury.fixture.ts";
import { createTreasury, type Treasury, type TreasuryOptions } from "../../../index.ts";
import type { RecordedEvent } from "../../../kernel/ledger/recorded-event.ts";
import { dollars, owed, testClock } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { eraseText } from "../../workspace/erase-text.ts";
import { eventsIn, kindOf, testRecorder } from "./recorded-events.fixture.ts";

const hour = 3_600_000;

interface RecordedTreasury extends TestTreasury {
  /** Events since the last call. */
  events(): Promise<RecordedEvent[]>;
  kinds(): Promise<string[]>;
}

/** Returns a treasury with 200 USD. */
async function recordedTreasury(options: TestTreasuryOptions = {}): Promise<RecordedTreasury> {
  const recorder = testRecorder({ hasConsumers: () => true, reports: false });
  const treasury = testTreasury({ recorder, ...options });
  let seen = 0;
  const events = async (): Promise<RecordedEvent[]> => {
    const all = await eventsIn(treasury.engine.storage, "acme");
    const later = all.slice(seen);
    seen = all.length;
    return later;
  };
  await treasury.credit(dollars(200));
  await events();
  return { ...treasury, events, kinds: async () => (await events()).map(kindOf) };
}

describe("the events of a proposal", () => {
  it("are its creation, its approval and its execution", async () => {
    const treasury = await recordedTreasury();
    const { id: proposalId } = await treasury.propose();
    expect(await treasury.events()).toEqual([{ kind: "proposalCreated", proposalId }]);
    await treasury.approve(proposalId);
    expect(await treasury.events()).toEqual([
      { kind: "proposalDecided", proposalId, decision: "approve", by: "person" },
      { kind: "proposalExecuted", proposalId },
    ]);
  });

  it("are all three at once if policy approves", async () => {
    const treasury = await recordedTreasury();
    await treasury.propose({ amount: dollars(5) });
    expect(await treasury.kinds()).toEqual([
      "proposalCreated",
      "approve by policy",
      "proposalExecuted",
    ]);
  });

  it("are a denial by policy if screening blocks the spend, and by a person otherwise", async () => {
    const treasury = await recordedTreasury();
    await treasury.propose({ amount: dollars(51) });
    const { id } = await treasury.propose();
    await treasury.deny(id);
    expect(await treasury.kinds()).toEqual([
      "proposalCreated",
      "deny by policy",
      "proposalCreated",
      "deny by person",
    ]);
  });

  it("are a failure if an approved spend would exceed a limit", async () => {
    const treasury = await recordedTreasury();
    const { id } = await treasury.propose({ amount: dollars(40) });
    await treasury.setLimits({ dailySpendCap: dollars(20) });
    await treasury.approve(id);
    expect((await treasury.kinds()).slice(1)).toEqual(["approve by person", "proposalFailed"]);
  });

  it("include its expiry, which the next command of any kind records", async () => {
    const treasury = await recordedTreasury({ policy: { proposalLifetimeMs: hour } });
    await treasury.propose();
    treasury.clock.advance(hour);
    expect(await outcomeOf(treasury.deny("nothing"))).toBe("proposal_not_found");
    expect(await treasury.kinds()).toEqual(["proposalCreated", "proposalExpired"]);
  });

  it("are in order if one commit has several status changes", async () => {
    const treasury = await recordedTreasury();
    const created = treasury.propose({ id: "first" });
    const other = treasury.propose({ id: "other" });
    const approved = treasury.approve("first");
    await Promise.all([created, other, approved]);
    expect(await treasury.events()).toEqual([
      { kind: "proposalCreated", proposalId: "first" },
      { kind: "proposalCreated", proposalId: "other" },
      { kind: "proposalDecided", proposalId: "first", decision: "approve", by: "person" },
      { kind: "proposalExecuted", proposalId: "first" },
    ]);
  });

  it("are empty for unchanged state, rejected commands and erased texts", async () => {
    const treasury = await recordedTreasury();
    const { id } = await treasury.propose();
    await treasury.approve(id);
    await treasury.events();
    await treasury.approve(id);
    expect(await outcomeOf(treasury.deny(id))).toBe("already_decided");
    await treasury.propose({ id });
    await eraseText(treasury.engine, "acme", ada, null);
    expect(await treasury.events()).toEqual([]);
  });
});

describe("the events of the ledger", () => {
  it("are credits and reversals, by the sequence of their entry", async () => {
    const treasury = await recordedTreasury();
    await treasury.credit(dollars(7), { type: "revenue" });
    await treasury.credit(owed(7), { type: "revenue", reversalOf: "entry_1_2" });
    expect(await treasury.events()).toEqual([
      { kind: "credited", sequence: "2" },
      { kind: "reversed", sequence: "3" },
    ]);
  });

  it("are a reset after the denial of pending proposals", async () => {
    const treasury = await recordedTreasury();
    await treasury.propose();
    await treasury.reset();
    const events = await treasury.events();
    expect(events.map(kindOf)).toEqual(["proposalCreated", "deny by reset", "workspaceReset"]);
    expect(events[2]).toEqual({ kind: "workspaceReset", epoch: 2 });
  });
});

/** Returns a treasury with a hook, which turns recording on, and its storage. */
function withHook(options: Partial<TreasuryOptions> = {}): {
  treasury: Treasury;
  events: () => Promise<RecordedEvent[]>;
} {
  const clock = testClock();
  const storage = memoryStorage({ now: clock.now });
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage,
    clock,
    budget: { startingCapitalUsd: 1_000 },
    authenticate: () => null,
    recoverySeconds: false,
    hooks: { event: () => {} },
    ...options,
  });
  return { treasury, events: () => eventsIn(storage, "demo") };
}

describe("the events of settings", () => {
  it("are the publication of rules", async () => {
    const { treasury, events } = withHook();
    const rules = [{ id: "two", then: { requireApprovals: { count: 1 } } }];
    const draft = { version: 1 as const, rules };
    const { action } = await treasury.rules.publish({ rules: draft, operator: "Ada" });
    expect(await events()).toEqual([{ kind: "rulesPublished", digest: action.result }]);
  });

  it("are freezes and their end, without the name of a vendor", async () => {
    const { treasury, events } = withHook();
    await treasury.freezes.freeze({ scope: "vendor", id: "Mallory & Co" });
    await treasury.freezes.unfreeze({ scope: "vendor", id: "Mallory & Co", operator: "Ada" });
    const frozen = { scope: "vendor", freezeId: expect.stringMatching(/^[\da-f]{32}$/) };
    expect(await events()).toEqual([
      { kind: "frozen", ...frozen },
      { kind: "unfrozen", ...frozen },
    ]);
    expect(JSON.stringify(await events()).toLowerCase()).not.toContain("mallory");
  });

  it("are the creation, the last use and the revocation of a standing approval", async () => {
    const { treasury, events } = withHook();
    const create = async (count: number): Promise<string | null> => {
      const endsAt = "2026-12-01T00:00:00Z";
      const terms = { agentId: "buyer", vendor: "Acme", maximumUsd: 20, count, endsAt };
      return (await treasury.standingApprovals.create({ ...terms, operator: "Ada" })).action.result;
    };
    const spend = { amountUsd: 12, vendor: "Acme", agentId: "buyer" };
    const used = { standingApprovalId: await create(1) };
    await treasury.propose({ ...spend, purpose: "one" });
    const id = (await create(2)) ?? "";
    await treasury.propose({ ...spend, purpose: "two" });
    await treasury.standingApprovals.revoke({ standingApprovalId: id });
    const kinds = ["standingApprovalCreated", "standingApprovalEnded"] as const;
    const [created, ended] = kinds;
    expect((await events()).filter(({ kind }) => kind === created || kind === ended)).toEqual([
      { kind: created, ...used },
      { kind: ended, ...used, ended: "used_up" },
      { kind: created, standingApprovalId: id },
      { kind: ended, standingApprovalId: id, ended: "revoked" },
    ]);
    expect(JSON.stringify(await events())).not.toContain("Acme");
  });

  it("are the addition and the end of a known payee, without its name", async () => {
    const { treasury, events } = withHook();
    const spend = { vendor: "Acme", agentId: "buyer" };
    const { action } = await treasury.payees.add({ vendor: "Acme", amountUsd: 9, operator: "Ada" });
    const payeeId = action.result ?? "";
    const { proposal } = await treasury.propose({ ...spend, amountUsd: 12, purpose: "paper" });
    await treasury.decide({ proposalId: proposal.id, decision: "approve", operator: "Ada" });
    await treasury.propose({ ...spend, amountUsd: 1, purpose: "ink" });
    await treasury.eraseText({
      workspaceId: "demo",
      before: new Date("2030-01-01"),
      operator: "Ada",
    });
    await treasury.payees.forget({ payeeId, operator: "Ada" });
    const kinds = ["payeeAdded", "payeeForgotten"];
    expect((await events()).filter(({ kind }) => kinds.includes(kind))).toEqual([
      { kind: "payeeAdded", payeeId, rail: "ledger" },
      { kind: "payeeForgotten", payeeId },
    ]);
    expect(JSON.stringify(await events()).toLowerCase()).not.toContain("acme");
  });

  it("are 80 % of the groups of a rule, once", async () => {
    const rules = {
      version: 1,
      rules: [{ id: "vendors", then: { limit: { amountUsd: 5, per: "day", by: "vendor" } } }],
    } as const;
    const { treasury, events } = withHook({ rules });
    const pay = (vendor: string, amountUsd: number) =>
      treasury.propose({ amountUsd, vendor, purpose: "one part" });
    const nearly = async () =>
      (await events()).filter(({ kind }) => kind === "ruleGroupsNearlyFull");
    await Promise.all(Array.from({ length: 1_599 }, (_, index) => pay(`v${index}`, 0.01)));
    await pay("small", 0.009);
    expect(await nearly()).toEqual([]);
    await pay("small", 0.001);
    await pay("another", 0.01);
    expect(await nearly()).toEqual([
      { kind: "ruleGroupsNearlyFull", rule: "vendors", groups: 1_600 },
    ]);
  });

  it("are 80 and 100 % of an allocation's limit", async () => {
    const { treasury, events } = withHook();
    await treasury.allocations.set({ id: "ads", limitUsd: 20, operator: "Ada" });
    for (const amountUsd of [9, 8, 3]) {
      const purpose = `ads for $${amountUsd}`;
      await treasury.propose({ amountUsd, vendor: "Acme", purpose, allocationId: "ads" });
    }
    const reached = (await events()).filter(({ kind }) => kind === "allocationThreshold");
    expect(reached).toEqual([
      { kind: "allocationThreshold", allocationId: "ads", percent: 80 },
      { kind: "allocationThreshold", allocationId: "ads", percent: 100 },
    ]);
  });
});
