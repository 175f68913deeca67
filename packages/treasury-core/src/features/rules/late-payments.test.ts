import {
  type Allocation,
  readRuleSet,
  type RuleSet,
  usageIn,
  type WrittenRule,
} from "@agent-treasury/rules";
import { describe, expect, it } from "vitest";
import {
  ada,
  sandbox,
  type TestTreasury,
  testTreasury,
} from "../../create/test-treasury.fixture.ts";
import { accountFromRecord } from "../../kernel/ledger/account.ts";
import { changesOn } from "../../kernel/ledger/command.ts";
import { contentsOf } from "../../kernel/ledger/edited-storage.fixture.ts";
import { command, dollars } from "../../kernel/ledger/test-ledger.fixture.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import { decideProposal } from "../../kernel/spends/decide-proposal.ts";
import { captureSpend } from "../payments/payouts/record-captures.ts";
import { releaseSpend } from "../payments/payouts/resolve-spend.ts";
import { allocationsToDoc } from "./allocations/allocations-doc.ts";
import { publishRules } from "./publish-rules.ts";
import { headCounters } from "./rule-state.ts";
import { ruleState } from "./rule-state.ts";
import { usageOf } from "./usage-doc.ts";

const ads: Allocation = {
  id: "ads",
  name: "Ads",
  parent: null,
  limit: null,
  endsAt: null,
  isArchived: false,
};
const year = 366 * 86_400_000;
const weekly: WrittenRule = { id: "weekly", then: { limit: { amountUsd: 90, per: "week" } } };
const byVendor: WrittenRule = {
  id: "vendors",
  then: { limit: { amountUsd: 90, per: "week", by: "vendor" } },
};
const hold = { executor: "scripted", mode: "sandbox", lease: "first", leaseMs: 60_000 } as const;
const salt = "0".repeat(32);

function ruleSet(...rules: readonly WrittenRule[]): RuleSet {
  return readRuleSet({ version: 1, rules });
}

async function publish({ run }: TestTreasury, rules: RuleSet, basedOn: string | null) {
  return run({
    name: "publish",
    reads: [],
    reduce: (ledger, now) => {
      const changes = publishRules(ledger, { rules, basedOn, salt }, { ...ada, name: "Ada" }, now);
      return { kind: "changed", answer: ruleState.of(changes.head.account).published, changes };
    },
  });
}

/** Approves a spend of $12.00, which is held. */
async function held(treasury: TestTreasury): Promise<SpendProposal> {
  const { policy } = treasury.engine;
  const { id } = await treasury.propose({ hold });
  const input = { proposalId: id, decision: "approve", operator: ada, comment: null } as const;
  return treasury.run(
    decideProposal({ ...input, payment: sandbox, salt, hold: () => hold }, policy),
  );
}

function capture(treasury: TestTreasury, { id }: SpendProposal, amount: number) {
  const captures = [{ id: `capture of ${amount}`, amount: dollars(amount) }];
  const payment = { proposalId: id, captures, reference: id, salt };
  return treasury.run(captureSpend(payment, treasury.engine.policy));
}

async function usedThisWeek({ engine, clock }: TestTreasury): Promise<bigint> {
  const { head } = await contentsOf(engine.storage, "acme");
  const account = accountFromRecord(head?.account);
  const { spentToday } = account;
  const [counter] = [...headCounters(ruleState.of(account)).values()];
  const window = { kind: "calendar", period: "week" } as const;
  const used = counter ? usageIn(counter, window, engine.policy.clock, clock.now()).used : 0n;
  expect(used).toBe(spentToday);
  return used;
}

describe("a payment that arrives after a reset", () => {
  it("counts in the present windows, as it counts towards the day's cap", async () => {
    const treasury = testTreasury({ rules: ruleSet(weekly), startingCapital: dollars(200) });
    const spend = await held(treasury);
    await capture(treasury, spend, 5);
    expect(await usedThisWeek(treasury)).toBe(dollars(5));
    await treasury.reset();
    await capture(treasury, spend, 7);
    expect(await usedThisWeek(treasury)).toBe(dollars(7));
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("counts even if its spend was released before", async () => {
    const treasury = testTreasury({ rules: ruleSet(weekly), startingCapital: dollars(200) });
    const spend = await held(treasury);
    const release = { proposalId: spend.id, failure: "Declined." };
    await treasury.run(releaseSpend(release, treasury.engine.policy));
    await treasury.reset();
    await capture(treasury, spend, 12);
    expect(await usedThisWeek(treasury)).toBe(dollars(12));
  });
});

describe("a payment of a spend that the ledger executed", () => {
  it("counts for rules as well", async () => {
    const rules = ruleSet(weekly, byVendor);
    const treasury = testTreasury({ rules, startingCapital: dollars(200) });
    await treasury.run(
      command((ledger) => {
        const changes = changesOn(ledger, { put: [allocationsToDoc([ads], ledger.head.epoch)] });
        return { kind: "changed", answer: null, changes };
      }),
    );
    const { id } = await treasury.propose({ allocationId: "ads" });
    const spend = await treasury.approve(id);
    expect(spend).toMatchObject({ status: "executed", ruling: { judgement: { memo: {} } } });
    await capture(treasury, spend, 5);
    expect(await usedThisWeek(treasury)).toBe(dollars(17));
    const { docs } = await contentsOf(treasury.engine.storage, "acme");
    const usage = docs.filter(({ kind }) => kind === "usage" || kind === "allocation_usage");
    expect(usage).toHaveLength(2);
    for (const { body } of usage) expect(JSON.stringify(body)).toContain(`"${dollars(17)}"`);
  });
});

describe("the counter of a removed rule", () => {
  it("expires two years after its last hold, when no window contains its usage", async () => {
    const treasury = testTreasury({ startingCapital: dollars(200) });
    const published = await publish(treasury, ruleSet(byVendor), null);
    const spend = await held(treasury);
    await publish(treasury, ruleSet(), published);
    const stored = async () => {
      const { docs } = await contentsOf(treasury.engine.storage, "acme");
      const [doc, ...others] = docs.filter(({ kind }) => kind === "usage");
      expect(others).toEqual([]);
      const [vendor] = [...usageOf(doc, doc?.epoch ?? 0).values()];
      return { expiresAt: doc?.expiresAt, held: vendor?.counter.held };
    };
    expect(await stored()).toEqual({ expiresAt: null, held: dollars(12) });
    await capture(treasury, spend, 12);
    expect(await stored()).toEqual({ expiresAt: treasury.clock.now() + 2 * year, held: 0n });
  });
});
