import type { WrittenRuleSet } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { createTreasury } from "../../create/create-treasury.ts";
import { testClock } from "../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import type { Treasury } from "../../treasury.ts";

const hour = 3_600_000;

const noModels: WrittenRuleSet = {
  version: 1,
  rules: [{ id: "no-models", when: { vendors: { in: ["Models"] } }, then: { deny: true } }],
};

interface World {
  readonly treasury: Treasury;
  readonly clock: ReturnType<typeof testClock>;
  /** Opens a tab of the agent `writer` that a person approves. */
  open(amountUsd?: number, minutes?: number): Promise<string>;
}

function world(): World {
  const clock = testClock();
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage({ now: clock.now }),
    clock,
    recoverySeconds: false,
    budget: { startingCapitalUsd: 1000, maxSpendPerActionUsd: 100, dailySpendCapUsd: 500 },
  });
  let opened = 0;
  return {
    treasury,
    clock,
    open: async (amountUsd = 5, minutes = 600) => {
      const { tab } = await treasury.tabs.open({
        agentId: "writer",
        amountUsd,
        minutes,
        vendor: "Models",
        purpose: "drafts",
        idempotencyKey: `tab ${opened++}`,
      });
      await treasury.decide({ proposalId: tab.id, decision: "approve", operator: "Ada" });
      return tab.id;
    },
  };
}

describe("a tab", () => {
  it("holds its amount, and posts charges as one entry at the close", async () => {
    const { treasury, open } = world();
    const tabId = await open();
    expect(await treasury.state()).toMatchObject({ heldUsd: 5, expenseUsd: 0 });
    const { number } = await treasury.tabs.reserve({ tabId, amountUsd: 0.5, meter: "gpt" });
    await treasury.tabs.settle({ tabId, number, amountUsd: 0.123_456 });
    await treasury.tabs.charge({ tabId, chargeId: "c", amountUsd: 0.2 });
    await treasury.tabs.charge({ tabId, chargeId: "c", amountUsd: 0.2 });
    const { tab } = await treasury.tabs.close({ tabId });
    expect(tab).toMatchObject({
      status: "closed",
      chargedUsd: 0.323_456,
      postedUsd: 0.323_456,
      charges: 2,
      closedBecause: "call",
      meters: [{ name: "gpt", chargedUsd: 0.123_456, charges: 1 }],
    });
    const state = await treasury.state();
    expect(state).toMatchObject({ heldUsd: 0, expenseUsd: 0.323_456, spentTodayUsd: 0.323_456 });
    expect(state.proposals[0]).toMatchObject({ status: "executed", capturedUsd: 0.323_456 });
    const charges = await treasury.tabs.charges({ tabId, posting: 1 });
    expect(charges).toMatchObject({
      postings: 1,
      entryId: state.ledger[0]?.id,
      charges: [
        { number: 1, amountUsd: 0.123_456, meter: "gpt", kind: "charge" },
        { number: 2, amountUsd: 0.2, meter: null },
      ],
    });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("ends as executed without an entry if nothing was charged", async () => {
    const { treasury, open } = world();
    const tabId = await open();
    const { tab } = await treasury.tabs.close({ tabId });
    expect(tab).toMatchObject({ status: "closed", chargedUsd: 0 });
    const { proposals, ledger, heldUsd } = await treasury.state();
    expect({ heldUsd, ledger }).toEqual({ heldUsd: 0, ledger: [] });
    expect(proposals[0]).toMatchObject({ status: "executed", capturedUsd: 0 });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("refuses a reservation beyond its maximum", async () => {
    const { treasury, open } = world();
    const tabId = await open(1);
    await treasury.tabs.reserve({ tabId, amountUsd: 0.6 });
    await expect(treasury.tabs.reserve({ tabId, amountUsd: 0.400_001 })).rejects.toMatchObject({
      code: "tab_exhausted",
    });
    const { number } = await treasury.tabs.reserve({ tabId, amountUsd: 0.4 });
    expect(number).toBe(2);
  });

  it("takes no more than its maximum of parallel reservations", async () => {
    const { treasury, open } = world();
    const tabId = await open(1);
    const reservations = Array.from({ length: 32 }, () =>
      treasury.tabs.reserve({ tabId, amountUsd: 0.15 }).catch(() => null),
    );
    const made = (await Promise.all(reservations)).filter((one) => one !== null);
    expect(made).toHaveLength(6);
  });

  it("counts a reservation that ended at its maximum, and later only the difference", async () => {
    const { treasury, clock, open } = world();
    const tabId = await open();
    await treasury.tabs.reserve({ tabId, amountUsd: 2, seconds: 60 });
    await treasury.tabs.reserve({ tabId, amountUsd: 1, seconds: 60 });
    clock.advance(61_000);
    await treasury.recover();
    expect((await treasury.tabs.read({ tabId })).tab).toMatchObject({
      chargedUsd: 3,
      estimatedUsd: 3,
      openReservations: 0,
    });
    // The first is posted already, because both amount to more than one dollar.
    await treasury.tabs.settle({ tabId, number: 1, amountUsd: 0.5 });
    await treasury.tabs.settle({ tabId, number: 2, amountUsd: 1.25 });
    const { tab } = await treasury.tabs.settle({ tabId, number: 2, amountUsd: 1.25 });
    expect(tab).toMatchObject({ chargedUsd: 1.75, estimatedUsd: 0 });
    await treasury.tabs.close({ tabId });
    const state = await treasury.state();
    expect(state).toMatchObject({ heldUsd: 0, expenseUsd: 1.75, spentTodayUsd: 3.25 });
    expect(state.ledger.map(({ amountUsd }) => amountUsd)).toEqual([-0.25, 1.5, -3]);
    expect(state.ledger[1]?.reversalOf).toBe(state.ledger[2]?.id);
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("posts after an hour, and closes at its end", async () => {
    const { treasury, clock, open } = world();
    const tabId = await open(5, 90);
    await treasury.tabs.charge({ tabId, chargeId: "c", amountUsd: 0.01 });
    clock.advance(hour - 1);
    await treasury.recover();
    expect((await treasury.tabs.read({ tabId })).tab).toMatchObject({ postedUsd: 0 });
    clock.advance(1);
    await treasury.recover();
    expect((await treasury.tabs.read({ tabId })).tab).toMatchObject({
      postedUsd: 0.01,
      status: "open",
    });
    clock.advance(hour / 2);
    await treasury.recover();
    expect((await treasury.tabs.read({ tabId })).tab).toMatchObject({ closedBecause: "end" });
    expect(await treasury.state()).toMatchObject({ heldUsd: 0, expenseUsd: 0.01 });
  });

  it("closes once its maximum is charged, and counts what exceeds it", async () => {
    const { treasury, open } = world();
    const tabId = await open(1);
    const { number } = await treasury.tabs.reserve({ tabId, amountUsd: 0.9 });
    const { tab } = await treasury.tabs.settle({ tabId, number, amountUsd: 1.5 });
    expect(tab).toMatchObject({ status: "closed", closedBecause: "exhausted", chargedUsd: 1.5 });
    const { proposals, heldUsd, expenseUsd } = await treasury.state();
    expect({ heldUsd, expenseUsd }).toEqual({ heldUsd: 0, expenseUsd: 1.5 });
    expect(proposals[0]?.attention).toContain("more than was approved");
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("counts an unusually high settlement as its reservation until a person confirms it", async () => {
    const { treasury, open } = world();
    const tabId = await open(1);
    const { number } = await treasury.tabs.reserve({ tabId, amountUsd: 0.1 });
    const { tab } = await treasury.tabs.settle({ tabId, number, amountUsd: 1.2 });
    expect(tab).toMatchObject({
      chargedUsd: 0.1,
      unconfirmed: [{ number, reportedUsd: 1.2, countedUsd: 0.1 }],
    });
    const confirmed = await treasury.tabs.confirm({ tabId, number });
    expect(confirmed.tab).toMatchObject({ chargedUsd: 1.2, unconfirmed: [] });
    expect((await treasury.tabs.confirm({ tabId, number })).tab.chargedUsd).toBe(1.2);
  });

  it("counts what an agent reserved in full, and lets it spend no more than is left", async () => {
    const { treasury, open } = world();
    const tabId = await open(1);
    const agentId = "writer";
    const first = await treasury.tabs.reserve({ tabId, agentId, amountUsd: 0.4 });
    const low = await treasury.tabs.settle({ tabId, agentId, number: first.number, amountUsd: 0 });
    expect(low.tab.chargedUsd).toBe(0.4);
    const second = await treasury.tabs.reserve({ tabId, agentId, amountUsd: 0.1 });
    const high = await treasury.tabs.settle({
      tabId,
      agentId,
      number: second.number,
      amountUsd: 0.9,
    });
    expect(high.tab).toMatchObject({ chargedUsd: 1, unconfirmed: [{ reportedUsd: 0.9 }] });
    await expect(
      treasury.tabs.charge({ tabId, agentId, chargeId: "c", amountUsd: 0.01 }),
    ).rejects.toMatchObject({ code: "tab_closed" });
    await expect(treasury.tabs.read({ tabId, agentId: "other" })).rejects.toMatchObject({
      code: "tab_not_found",
    });
  });

  it.each<[string, (world: World, tabId: string) => Promise<unknown>]>([
    ["it is closed", ({ treasury }, tabId) => treasury.tabs.close({ tabId })],
    ["it has ended", async ({ clock }) => clock.advance(10 * hour)],
    [
      "its agent is frozen",
      ({ treasury }) => treasury.freezes.freeze({ scope: "agent", id: "writer", operator: "Ada" }),
    ],
    [
      "all payments are frozen",
      ({ treasury }) => treasury.freezes.freeze({ scope: "workspace", operator: "Ada" }),
    ],
    ["rules deny it", ({ treasury }) => treasury.rules.publish({ rules: noModels, operator: "A" })],
  ])("counts only the reservation of what an agent settles after %s", async (_, stop) => {
    const started = world();
    const { treasury, open } = started;
    const tabId = await open(100);
    const agent = { tabId, agentId: "writer" };
    const { number } = await treasury.tabs.reserve({ ...agent, amountUsd: 0.01, seconds: 86_400 });
    const other = await treasury.tabs.reserve({ ...agent, amountUsd: 0.02, seconds: 86_400 });
    await stop(started, tabId);
    await treasury.tabs.settle({ ...agent, number, amountUsd: 100 });
    await treasury.tabs.settle({ ...agent, number, amountUsd: 100 });
    const { tab } = await treasury.tabs.settle({ ...agent, number: other.number, amountUsd: 0 });
    expect(tab.unconfirmed).toEqual([{ number, reportedUsd: 100, countedUsd: 0.01 }]);
    expect((await treasury.tabs.close({ tabId })).tab).toMatchObject({ chargedUsd: 0.03 });
    expect(await treasury.state()).toMatchObject({ spentTodayUsd: 0.03, heldUsd: 0 });
    // A meter caused no cost by its report, so that it counts in full.
    const late = await treasury.tabs.settle({ tabId, number, amountUsd: 2 });
    expect(late.tab).toMatchObject({ chargedUsd: 2.02, unconfirmed: [] });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("lets a meter correct what an agent settled before", async () => {
    const { treasury, clock, open } = world();
    const tabId = await open();
    const agent = { tabId, agentId: "writer" };
    for (const seconds of [600, 60, 600]) {
      await treasury.tabs.reserve({ ...agent, amountUsd: 0.4, seconds });
    }
    clock.advance(61_000);
    await treasury.recover();
    for (const number of [1, 2, 3]) {
      await treasury.tabs.settle({ ...agent, number, amountUsd: 0.5 });
    }
    expect((await treasury.tabs.read({ tabId })).tab).toMatchObject({
      chargedUsd: 1.5,
      estimatedUsd: 0,
    });
    await treasury.tabs.settle({ tabId, number: 1, amountUsd: 0.7 });
    await treasury.tabs.settle({ tabId, number: 2, amountUsd: 0.1 });
    await treasury.tabs.cancel({ tabId, number: 3 });
    for (const number of [1, 2, 3]) {
      await treasury.tabs.settle({ ...agent, number, amountUsd: 3 });
      await treasury.tabs.settle({ tabId, number, amountUsd: 3 });
    }
    const { tab } = await treasury.tabs.close({ tabId });
    expect(tab).toMatchObject({ chargedUsd: 0.8, estimatedUsd: 0, charges: 3, unconfirmed: [] });
    expect(await treasury.state()).toMatchObject({ expenseUsd: 0.8 });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("ends what a meter can correct once a person confirmed it", async () => {
    const { treasury, open } = world();
    const tabId = await open(1);
    const agent = { tabId, agentId: "writer" };
    const { number } = await treasury.tabs.reserve({ ...agent, amountUsd: 0.1 });
    await treasury.tabs.settle({ ...agent, number, amountUsd: 3 });
    await treasury.tabs.confirm({ tabId, number });
    const { tab } = await treasury.tabs.settle({ tabId, number, amountUsd: 3 });
    expect(tab).toMatchObject({ chargedUsd: 3, unconfirmed: [] });
  });

  it("leaves meters places for settlements that a person confirms", async () => {
    const { treasury, open } = world();
    const tabId = await open(1);
    const agent = { tabId, agentId: "writer" };
    const numbers: number[] = [];
    for (let count = 0; count < 52; count += 1) {
      numbers.push((await treasury.tabs.reserve({ ...agent, amountUsd: 0.001 })).number);
    }
    const [last = 0, first = 0, ...others] = numbers.toReversed();
    for (const number of others) await treasury.tabs.settle({ ...agent, number, amountUsd: 9 });
    const refused = treasury.tabs.settle({ ...agent, number: first, amountUsd: 9 });
    await expect(refused).rejects.toMatchObject({ code: "invalid_request" });
    const { tab } = await treasury.tabs.settle({ tabId, number: last, amountUsd: 9 });
    expect(tab.unconfirmed).toHaveLength(51);
  });

  it("takes no reservation while it is frozen", async () => {
    const { treasury, open } = world();
    const tabId = await open();
    const { number } = await treasury.tabs.reserve({ tabId, amountUsd: 0.1 });
    await treasury.freezes.freeze({ scope: "agent", id: "writer", operator: "Ada" });
    await expect(treasury.tabs.reserve({ tabId, amountUsd: 0.1 })).rejects.toMatchObject({
      code: "frozen",
    });
    const { tab } = await treasury.tabs.settle({ tabId, number, amountUsd: 0.05 });
    expect(tab).toMatchObject({ chargedUsd: 0.05 });
  });

  it("takes no charge of an agent while it is frozen, except one that it recorded", async () => {
    const { treasury, open } = world();
    const tabId = await open();
    const agents = { tabId, agentId: "writer", amountUsd: 0.2 };
    await treasury.tabs.charge({ ...agents, chargeId: "1" });
    await treasury.freezes.freeze({ scope: "agent", id: "writer", operator: "Ada" });
    await expect(treasury.tabs.charge({ ...agents, chargeId: "2" })).rejects.toMatchObject({
      code: "frozen",
    });
    await treasury.tabs.charge({ tabId, chargeId: "3", amountUsd: 0.1 });
    const { tab } = await treasury.tabs.charge({ ...agents, chargeId: "1" });
    expect(tab.chargedUsd).toBe(0.3);
  });

  it("takes no charge of an agent that present rules deny", async () => {
    const { treasury, open } = world();
    const tabId = await open();
    const rules: WrittenRuleSet = {
      version: 1,
      rules: [{ id: "no-models", when: { vendors: { in: ["Models"] } }, then: { deny: true } }],
    };
    await treasury.rules.publish({ rules, operator: "Ada" });
    await expect(
      treasury.tabs.charge({ tabId, agentId: "writer", chargeId: "1", amountUsd: 0.2 }),
    ).rejects.toMatchObject({ code: "tab_closed" });
    expect((await treasury.tabs.read({ tabId })).tab).toMatchObject({ closedBecause: "rules" });
  });

  it("answers a repeated charge of an agent after it was used up", async () => {
    const { treasury, open } = world();
    const tabId = await open(1);
    const charge = { tabId, agentId: "writer", chargeId: "1", amountUsd: 0.6 };
    await treasury.tabs.charge(charge);
    expect((await treasury.tabs.charge(charge)).tab.chargedUsd).toBe(0.6);
    await treasury.tabs.charge({ ...charge, chargeId: "2", amountUsd: 0.4 });
    const { tab } = await treasury.tabs.charge(charge);
    expect(tab).toMatchObject({ status: "closed", chargedUsd: 1 });
  });

  it("is closed by rules that would deny it now", async () => {
    const { treasury, open } = world();
    const tabId = await open();
    await treasury.tabs.reserve({ tabId, amountUsd: 0.1 });
    const allow: WrittenRuleSet = {
      version: 1,
      rules: [{ id: "cap", then: { limit: { amountUsd: 90, per: "day" } } }],
    };
    await treasury.rules.publish({ rules: allow, operator: "Ada" });
    await treasury.tabs.reserve({ tabId, amountUsd: 0.1 });
    const deny: WrittenRuleSet = {
      version: 1,
      rules: [{ id: "no-models", when: { vendors: { in: ["Models"] } }, then: { deny: true } }],
    };
    await treasury.rules.publish({ rules: deny, operator: "Ada" });
    await expect(treasury.tabs.reserve({ tabId, amountUsd: 0.1 })).rejects.toMatchObject({
      code: "tab_closed",
    });
    expect((await treasury.tabs.read({ tabId })).tab).toMatchObject({
      status: "closed",
      closedBecause: "rules",
      estimatedUsd: 0.2,
    });
  });

  it("is closed by a reset, and later settlements change nothing", async () => {
    const { treasury, open } = world();
    const tabId = await open();
    const { number } = await treasury.tabs.reserve({ tabId, amountUsd: 0.5 });
    await treasury.reset({ operator: "Ada" });
    expect(await treasury.state()).toMatchObject({ heldUsd: 0, expenseUsd: 0 });
    const { tab } = await treasury.tabs.settle({ tabId, number, amountUsd: 0.3 });
    expect(tab).toMatchObject({ closedBecause: "reset", chargedUsd: 0.5 });
    const charge = { tabId, chargeId: "late", amountUsd: 0.3 };
    expect((await treasury.tabs.charge(charge)).tab).toMatchObject({ chargedUsd: 0.5 });
    expect(await treasury.state()).toMatchObject({ expenseUsd: 0 });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("renews as a new proposal, once", async () => {
    const { treasury, open } = world();
    const tabId = await open();
    const first = await treasury.tabs.renew({ tabId, minutes: 60 });
    const again = await treasury.tabs.renew({ tabId, minutes: 60 });
    expect(first.tab).toMatchObject({ status: "open", agentId: "writer", maximumUsd: 5 });
    expect(again).toMatchObject({ repeated: true, tab: { id: first.tab.id } });
    expect(first.tab.id).not.toBe(tabId);
  });

  it("rejects a number that was never reserved", async () => {
    const { treasury, open } = world();
    const tabId = await open();
    await expect(treasury.tabs.settle({ tabId, number: 7, amountUsd: 0.1 })).rejects.toMatchObject({
      code: "reservation_not_found",
    });
  });

  it("posts 500 charges in one entry, whose list can be read", async () => {
    const { treasury, open } = world();
    const tabId = await open();
    for (let number = 1; number <= 507; number += 1) {
      await treasury.tabs.charge({ tabId, chargeId: String(number), amountUsd: 0.001 });
    }
    expect((await treasury.tabs.read({ tabId })).tab).toMatchObject({
      postedUsd: 0.5,
      charges: 507,
    });
    const posted = await treasury.tabs.charges({ tabId, posting: 1 });
    expect(posted.charges.map(({ number }) => number)).toEqual(
      Array.from({ length: 500 }, (_, index) => index + 1),
    );
    expect((await treasury.tabs.charges({ tabId })).charges).toHaveLength(7);
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });
});

it("counts against its allocation what it charged, and holds the rest until its end", async () => {
  const { treasury } = world();
  await treasury.allocations.set({ id: "models", limitUsd: 6, per: "day", operator: "Ada" });
  const opening = { agentId: "writer", minutes: 60, vendor: "Models", purpose: "drafts" };
  const { tab } = await treasury.tabs.open({ ...opening, amountUsd: 5, allocationId: "models" });
  await treasury.decide({ proposalId: tab.id, decision: "approve", operator: "Ada" });
  const used = async (): Promise<object | undefined> =>
    (await treasury.allocations.list()).allocations[0];
  await treasury.tabs.charge({ tabId: tab.id, chargeId: "1", amountUsd: 1.25 });
  await treasury.tabs.charge({ tabId: tab.id, chargeId: "2", amountUsd: 0.5 });
  expect(await used()).toMatchObject({ usedUsd: 5, heldUsd: 3.75 });
  await treasury.tabs.close({ tabId: tab.id });
  expect(await used()).toMatchObject({ usedUsd: 1.75, heldUsd: 0, leftUsd: 4.25 });
});

it("takes no reservation once its allocation is archived", async () => {
  const { treasury } = world();
  await treasury.allocations.set({ id: "models", limitUsd: 6, per: "day", operator: "Ada" });
  const opening = { agentId: "writer", minutes: 60, vendor: "Models", purpose: "drafts" };
  const { tab } = await treasury.tabs.open({ ...opening, amountUsd: 5, allocationId: "models" });
  await treasury.decide({ proposalId: tab.id, decision: "approve", operator: "Ada" });
  await treasury.allocations.archive({ allocationId: "models", operator: "Ada" });
  await expect(treasury.tabs.reserve({ tabId: tab.id, amountUsd: 1 })).rejects.toMatchObject({
    code: "tab_closed",
  });
});
