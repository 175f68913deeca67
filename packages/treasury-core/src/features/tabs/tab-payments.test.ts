import type { WrittenRuleSet } from "@agent-treasury/contract";
import type {
  PaymentExecutor,
  Review,
  SpendFinding,
  SpendOrder,
  SpendOutcome,
} from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { type Treasury, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { type ManualClock, manualClock } from "../agent/manual-clock.fixture.ts";
import { adasToken, agentWorld, bearer } from "../external-agents/agent-world.fixture.ts";
import { sellerOrigin, testSeller, type TestSeller } from "../paid-fetch/test-seller.fixture.ts";

const url = `${sellerOrigin}/weather`;
const hour = 3_600_000;
const unknown = { kind: "unknown", reason: "The answer was lost." } as const;

interface World {
  readonly treasury: Treasury;
  readonly clock: ManualClock;
  readonly seller: TestSeller;
  readonly orders: SpendOrder[];
  /** What the executor reports of a payment; it takes a quarter of the price by default. */
  paid: (order: SpendOrder) => SpendOutcome;
  found: (order: SpendOrder) => SpendFinding;
  readonly canceled: string[];
  /** Where the process exits: its call of the executor never ends. */
  exitsAt: "prepare" | "committed" | "paid" | null;
  /** Another process with the same database. */
  start(): Treasury;
  /** Opens a tab with the seller as its payee. */
  open(amountUsd?: number, payee?: string): Promise<string>;
  /** Buys at `priceUsd`, 2 by default. */
  buy(tabId: string, key?: string): ReturnType<Treasury["fetchPaid"]>;
  tab(tabId: string): Promise<object>;
}

function taken(order: SpendOrder, usd: number): SpendOutcome {
  const reference = `permit2:${order.proposalId}`;
  const captures = [{ id: reference, amount: amountFromUsd(usd, "usd") }];
  return { kind: "executed", captures, reference };
}

function openWorld(changes: Partial<PaymentExecutor> = {}): World {
  const clock = manualClock();
  const seller = testSeller();
  const orders: SpendOrder[] = [];
  const storage = memoryStorage({ now: clock.now });
  const isGone = new Promise<never>(() => {});
  const start = (isFirst = false): Treasury => {
    const passes = (point: World["exitsAt"]): Promise<unknown> =>
      isFirst && world.exitsAt === point ? isGone : Promise.resolve();
    return createTreasury({
      baseUrl: "http://localhost:3000",
      storage,
      clock,
      recoverySeconds: false,
      budget: { startingCapitalUsd: 1_000, maxSpendPerActionUsd: 100, dailySpendCapUsd: 500 },
      executors: {
        executor: {
          ...seller.executor,
          prepare: async ({ proposalId }) => {
            await passes("prepare");
            return { nonce: proposalId };
          },
          pay: async (order) => {
            await passes("committed");
            orders.push(order);
            const outcome = world.paid(order);
            await passes("paid");
            return outcome;
          },
          find: async (order) => world.found(order),
          cancel: async ({ proposalId }) => void world.canceled.push(proposalId),
          ...changes,
        },
      },
      outbound: seller.outbound,
      paidFetch: { origins: [sellerOrigin] },
    });
  };
  const treasury = start(true);
  const world: World = {
    treasury,
    clock,
    seller,
    orders,
    canceled: [],
    exitsAt: null,
    start,
    paid: (order) => taken(order, 0.5),
    found: () => unknown,
    open: async (amountUsd = 5, payee = sellerOrigin) => {
      const opening = { amountUsd, payee, minutes: 60, vendor: "Weather", purpose: "forecasts" };
      const { tab } = await treasury.tabs.open(opening);
      await treasury.decide({ proposalId: tab.id, decision: "approve", operator: "Ada" });
      return tab.id;
    },
    buy: async (tabId, idempotencyKey = "one") =>
      treasury.fetchPaid({ url, purpose: "the weather", tabId, idempotencyKey }),
    tab: async (tabId) => (await treasury.tabs.read({ tabId })).tab,
  };
  return world;
}

async function attentionOf({ treasury }: World, tabId: string): Promise<string | null> {
  return (await treasury.proposal({ proposalId: tabId })).proposal.attention;
}

describe("a tab with a payee", () => {
  it("reserves the maximum, and posts what the executor found as the payment's own entry", async () => {
    const { treasury, seller, orders, open, buy, tab } = openWorld();
    const tabId = await open();
    const { proposal, resource } = await buy(tabId);
    expect(resource).toBeNull();
    expect(proposal).toMatchObject({
      status: "executed",
      vendor: sellerOrigin,
      amountUsd: 2,
      capturedUsd: 0.5,
      payout: { id: "tab_payment", terms: { tabId, number: 1 } },
    });
    expect(await tab(tabId)).toMatchObject({
      status: "open",
      payee: sellerOrigin,
      chargedUsd: 0.5,
      postedUsd: 0.5,
      reservedUsd: 0,
      leftUsd: 4.5,
      meters: [{ name: "test_rail", chargedUsd: 0.5 }],
    });
    const { ledger, heldUsd, expenseUsd, spentTodayUsd } = await treasury.state();
    expect({ heldUsd, expenseUsd, spentTodayUsd }).toEqual({
      heldUsd: 4.5,
      expenseUsd: 0.5,
      spentTodayUsd: 0.5,
    });
    expect(ledger).toMatchObject([
      {
        amountUsd: -0.5,
        reference: `permit2:${proposal?.id}`,
        proposalId: proposal?.id,
        description: `${sellerOrigin}: GET ${url}: the weather`,
      },
    ]);
    expect(await buy(tabId)).toMatchObject({ repeated: true, proposal: { id: proposal?.id } });
    expect([seller.requests.length, orders.length]).toEqual([1, 1]);
    await treasury.tabs.close({ tabId });
    expect(await tab(tabId)).toMatchObject({ status: "closed", chargedUsd: 0.5 });
    expect(await treasury.state()).toMatchObject({ heldUsd: 0, balanceUsd: 999.5 });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("keeps an unknown payment reserved beyond its end and its close, and posts no estimate", async () => {
    const world = openWorld();
    const { treasury, clock, open, buy, tab } = world;
    const tabId = await open();
    world.paid = () => unknown;
    const { proposal } = await buy(tabId);
    expect(proposal).toMatchObject({ status: "approved", capturedUsd: 0 });
    const unended = { chargedUsd: 0, estimatedUsd: 0, reservedUsd: 2, openReservations: 1 };
    const number = 1;
    for (const end of [
      () => treasury.tabs.cancel({ tabId, number }),
      () => treasury.tabs.settle({ tabId, number, amountUsd: 0 }),
    ]) {
      await expect(end()).rejects.toMatchObject({ code: "invalid_request" });
    }
    clock.advance(3 * hour);
    await treasury.recover();
    expect(await tab(tabId)).toMatchObject({ ...unended, status: "open" });
    await expect(buy(tabId, "late")).rejects.toMatchObject({ code: "tab_closed" });
    await treasury.tabs.close({ tabId });
    expect(await tab(tabId)).toMatchObject({ ...unended, status: "closing", closedAt: null });
    clock.advance(48 * hour);
    await treasury.recover();
    expect(await tab(tabId)).toMatchObject({ ...unended, status: "closing" });
    const { proposals, ...state } = await treasury.state();
    expect(state).toMatchObject({ heldUsd: 5, expenseUsd: 0, ledger: [] });
    expect(proposals[0]?.attention).toMatch(
      /^The payment part_\w+ \(GET .+: the weather\) needs review: It is unknown whether this was paid/,
    );
    await expect(treasury.reset({ operator: "Ada" })).rejects.toMatchObject({
      code: "funds_held",
      message: expect.stringContaining("Close it") as unknown,
    });
    world.found = (order) => taken(order, 0.75);
    clock.advance(2 * hour);
    await treasury.recover();
    expect(await tab(tabId)).toMatchObject({
      status: "closed",
      closedBecause: "call",
      chargedUsd: 0.75,
      estimatedUsd: 0,
    });
    expect(await treasury.state()).toMatchObject({
      heldUsd: 0,
      expenseUsd: 0.75,
      proposals: [{ id: tabId, status: "executed", attention: null }],
    });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("has the amount again when the executor finds that nothing was paid", async () => {
    const world = openWorld();
    const { treasury, clock, open, buy, tab } = world;
    const tabId = await open();
    world.paid = () => unknown;
    await buy(tabId);
    world.found = () => ({ kind: "declined", reason: "The permit expired." });
    clock.advance(10 * 60_000);
    await treasury.recover();
    const { proposal } = await buy(tabId);
    expect(proposal).toMatchObject({ status: "failed", failure: "The permit expired." });
    expect(await tab(tabId)).toMatchObject({ leftUsd: 5, openReservations: 0, charges: 0 });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("closes at its end when the last finding is known", async () => {
    const world = openWorld();
    const { treasury, clock, open, buy, tab } = world;
    const tabId = await open();
    world.paid = () => unknown;
    await buy(tabId);
    clock.advance(2 * hour);
    world.found = (order) => taken(order, 2);
    await treasury.recover();
    expect(await tab(tabId)).toMatchObject({ status: "closed", closedBecause: "end" });
    expect(await treasury.state()).toMatchObject({ heldUsd: 0, expenseUsd: 2 });
  });

  it("is not passed by parallel payments", async () => {
    const world = openWorld();
    const { treasury, seller, orders, open, buy, tab } = world;
    seller.priceUsd = 0.15;
    world.paid = (order) => taken(order, 0.15);
    const tabId = await open(1);
    const bought = await Promise.all(
      Array.from({ length: 16 }, (_, at) => buy(tabId, `key ${at}`).catch(({ code }) => code)),
    );
    expect(bought.filter((one) => one === "tab_exhausted")).toHaveLength(10);
    expect(orders).toHaveLength(6);
    expect(await tab(tabId)).toMatchObject({ chargedUsd: 0.9, leftUsd: 0.1 });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("pays its payee alone", async () => {
    const { treasury, orders, open, buy } = openWorld();
    const other = await open(5, "https://other.example");
    await expect(buy(other)).rejects.toThrow("The tab pays https://other.example, but");
    const { tab } = await treasury.tabs.open({
      amountUsd: 5,
      minutes: 60,
      vendor: sellerOrigin,
      purpose: "without a payee",
    });
    await treasury.decide({ proposalId: tab.id, decision: "approve", operator: "Ada" });
    await expect(buy(tab.id)).rejects.toThrow("has no payee");
    expect(orders).toEqual([]);
  });

  it("pays nothing while it is frozen, and looks up what is in flight", async () => {
    const world = openWorld();
    const { treasury, clock, orders, open, buy, tab } = world;
    const tabId = await open();
    world.paid = () => unknown;
    await buy(tabId);
    await treasury.freezes.freeze({ scope: "workspace" });
    await expect(buy(tabId, "other")).rejects.toMatchObject({ code: "frozen" });
    world.found = () => ({ kind: "repeatable" });
    clock.advance(hour / 2);
    await treasury.recover();
    expect([orders.length, world.canceled.length]).toEqual([1, 1]);
    world.found = (order) => taken(order, 1);
    clock.advance(hour);
    await treasury.recover();
    expect(await tab(tabId)).toMatchObject({ chargedUsd: 1, openReservations: 0 });
  });

  const expired = { kind: "declined", reason: "It was canceled." } as const;
  it.each([
    // Nothing is signed before `prepare` ends, and then the time of the key is over.
    ["prepare", false, 0, "failed", 0],
    ["committed", false, 0, "failed", 1],
    ["paid", false, 1, "failed", 1],
    ["paid", true, 1, "executed", 0],
  ] as const)(
    "is frozen when its process exits at %s, collected: %s",
    async (exitsAt, isCollected, presented, status, cancellations) => {
      const world = openWorld();
      const { clock, orders, canceled, open, buy, tab, start } = world;
      const tabId = await open();
      world.exitsAt = exitsAt;
      world.found = (order) => {
        if (isCollected) return taken(order, 1);
        return canceled.length > 0 ? expired : { kind: "repeatable" };
      };
      void buy(tabId).catch(() => {});
      await expect.poll(() => tab(tabId)).toMatchObject({ openReservations: 1 });
      const other = start();
      await other.freezes.freeze({ scope: "workspace" });
      for (let hours = 0; hours < 30; hours += 1) {
        clock.advance(hour);
        await other.recover();
      }
      expect([orders.length, canceled.length]).toEqual([presented, cancellations]);
      const { proposal } = await other.fetchPaid({
        url,
        purpose: "the weather",
        tabId,
        idempotencyKey: "one",
      });
      expect(proposal?.status).toBe(status);
      expect((await other.tabs.read({ tabId })).tab).toMatchObject({
        status: "closed",
        chargedUsd: isCollected ? 1 : 0,
        openReservations: 0,
      });
      expect(await other.state()).toMatchObject({ heldUsd: 0, expenseUsd: isCollected ? 1 : 0 });
      expect(await other.verify()).toMatchObject({ valid: true });
    },
  );

  it("pays again what was not sent, with the payload that was committed", async () => {
    const world = openWorld();
    const { treasury, clock, orders, open, buy } = world;
    const tabId = await open();
    world.paid = () => unknown;
    const { proposal } = await buy(tabId);
    world.found = () => ({ kind: "repeatable" });
    world.paid = (order) => taken(order, 1);
    clock.advance(60_000);
    await treasury.recover();
    expect(orders.map(({ payload }) => payload)).toEqual([
      { nonce: proposal?.id },
      { nonce: proposal?.id },
    ]);
    expect(await treasury.state()).toMatchObject({ expenseUsd: 1 });
  });

  it("is settled by a person who asked the seller", async () => {
    const world = openWorld();
    const { treasury, clock, open, buy, tab } = world;
    const tabId = await open();
    world.paid = () => unknown;
    const { proposal } = await buy(tabId);
    await treasury.tabs.close({ tabId });
    clock.advance(48 * hour);
    await treasury.resolveSpend({
      proposalId: proposal?.id ?? "",
      outcome: "paid",
      capturedUsd: 1.25,
      operator: "Ada",
    });
    expect(await tab(tabId)).toMatchObject({ status: "closed", chargedUsd: 1.25 });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("has its texts erased with those of its payments", async () => {
    const { treasury, open, buy } = openWorld();
    const tabId = await open();
    await buy(tabId);
    await treasury.tabs.close({ tabId });
    await treasury.eraseText({ workspaceId: "demo", operator: "Ada" });
    const { proposal, resource } = await buy(tabId);
    expect([proposal?.purpose, proposal?.vendor, resource]).toEqual(["[erased]", "[erased]", null]);
    const { ledger } = await treasury.state();
    expect(ledger.map(({ description }) => description)).toEqual(["[erased]"]);
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("pays for its own agent, which reads the payment and what it bought", async () => {
    const seller = testSeller();
    const { executor, outbound } = seller;
    const paidFetch = { origins: [sellerOrigin] };
    const { send, issue } = agentWorld({ executors: { executor }, outbound, paidFetch });
    const [own, other] = await Promise.all([
      issue({ agentId: "own", name: "Own" }),
      issue({ agentId: "other", name: "Other" }),
    ]);
    const opening = { amountUsd: 5, payee: sellerOrigin, vendor: "W", purpose: "p", minutes: 60 };
    const opened = await send<{ tab: { id: string; status: string } }>(
      "POST /treasury/tabs",
      bearer(own.token),
      { workspaceId: "acme", ...opening },
    );
    const { tab } = opened.body;
    if (tab.status === "pending") {
      const decision = { workspaceId: "acme", proposalId: tab.id, decision: "approve" };
      await send("POST /treasury/decisions", bearer(adasToken), decision);
    }
    const asked = { workspaceId: "acme", url, purpose: "the weather", tabId: tab.id };
    const route = "POST /treasury/paid-requests";
    expect(await send(route, bearer(other.token), asked)).toMatchObject({
      status: 404,
      body: { code: "tab_not_found" },
    });
    const bought = await send<{ proposal: { id: string } }>(route, bearer(own.token), asked);
    expect(bought.body).toMatchObject({ resource: { body: "Sunny" } });
    const reading = `GET /treasury/proposals/${bought.body.proposal.id}?workspaceId=acme`;
    expect((await send(reading, bearer(own.token))).status).toBe(200);
    expect((await send(reading, bearer(other.token))).status).toBe(404);
    const resource = reading.replace("?", "/resource?");
    const accept = { accept: "application/json" };
    expect((await send(resource, { ...bearer(own.token), ...accept })).status).toBe(200);
    expect(seller.orders).toHaveLength(1);
  });
});

describe("rules on the rail of a tab's payments", () => {
  type Terms = Pick<WrittenRuleSet["rules"][number], "when" | "then">;
  const rails = ["test_rail"];
  it.each([
    { when: { rails, amountUsd: { from: 1 } }, then: { deny: true } },
    { when: { rails }, then: { limit: { amountUsd: 1 } } },
  ] satisfies Terms[])("refuse what they do not allow: $then", async (rule) => {
    const { treasury, orders, seller, open, buy, tab } = openWorld();
    const tabId = await open();
    const rules: WrittenRuleSet = { version: 1, rules: [{ id: "by-rail", ...rule }] };
    await treasury.rules.publish({ rules, operator: "Ada" });
    await expect(buy(tabId)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(/tab pay this by test_rail: .*`by-rail`/) as unknown,
    });
    expect(orders).toEqual([]);
    expect(await tab(tabId)).toMatchObject({ status: "open", reservedUsd: 0 });
    seller.priceUsd = 0.5;
    expect((await buy(tabId, "small")).proposal).toMatchObject({ status: "executed" });
  });

  it("require a person, whom a tab that rules approved does not have", async () => {
    const { treasury, orders, buy } = openWorld();
    const asked = { when: { rails }, then: { requireApprovals: { count: 1 } } };
    const approved = { when: { rails: ["ledger"] }, then: { autoApprove: true } } as const;
    const rules: WrittenRuleSet = {
      version: 1,
      rules: [
        { id: "asked", ...asked },
        { id: "approved", ...approved },
      ],
    };
    await treasury.rules.publish({ rules, operator: "Ada" });
    const opening = { amountUsd: 5, payee: sellerOrigin, minutes: 60, vendor: "W", purpose: "p" };
    const { tab, proposal } = await treasury.tabs.open(opening);
    expect(proposal).toMatchObject({ autoApproved: true });
    await expect(buy(tab.id)).rejects.toThrow("The tab does not have the approvals. Requires");
    expect(orders).toEqual([]);
  });

  it.each([
    { when: { rails }, then: { requireApprovals: { count: 1 } } },
    // It counts the tab.
    { then: { limit: { amountUsd: 6, per: "day" } } },
  ] satisfies Terms[])("allow what the tab was approved for: $then", async (rule) => {
    const { treasury, open, buy } = openWorld();
    const tabId = await open();
    const rules: WrittenRuleSet = { version: 1, rules: [{ id: "by-rail", ...rule }] };
    await treasury.rules.publish({ rules, operator: "Ada" });
    expect((await buy(tabId)).proposal).toMatchObject({ status: "executed" });
  });
});

/** Publishes a limit for a day, and returns how its usage is read: with what is held, and that. */
async function limited(
  { treasury }: World,
  limit: { readonly amountUsd: number } | { readonly count: number },
  more: Pick<WrittenRuleSet["rules"][number], "when"> = { when: { rails: ["test_rail"] } },
): Promise<() => Promise<readonly (number | null)[]>> {
  const then = { limit: { ...limit, per: "day" } } as const;
  const rules: WrittenRuleSet = { version: 1, rules: [{ id: "by-rail", ...more, then }] };
  await treasury.rules.publish({ rules, operator: "Ada" });
  return async () => {
    const { usage } = await treasury.rules.current();
    const { used = null, held = null } = usage.find(({ rule }) => rule === "by-rail") ?? {};
    return [used, held];
  };
}

describe("a windowed limit on the rail of a tab's payments", () => {
  const workspaceId = "demo";
  it("counts them, of all tabs, beside other spends on the rail", async () => {
    const world = openWorld();
    const { treasury, orders, open, buy } = world;
    const usage = await limited(world, { amountUsd: 4.5 });
    const [one, other] = [await open(), await open(6)];
    expect(await usage()).toEqual([0, 0]);
    world.paid = () => unknown;
    await buy(one);
    expect(await usage()).toEqual([2, 2]);
    world.paid = (order) => taken(order, 0.5);
    await buy(other);
    expect(await usage()).toEqual([2.5, 2]);
    await buy(other, "next");
    expect(await usage()).toEqual([3, 2]);
    await expect(buy(other, "last")).rejects.toThrow("$3.00 of $4.50 used");
    const { proposal } = await treasury.fetchPaid({ url, purpose: "without a tab" });
    expect(proposal?.status).not.toBe("executed");
    expect(orders).toHaveLength(3);
    for (const tabId of [one, other]) await treasury.tabs.close({ tabId });
    expect(await usage()).toEqual([3, 2]);
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("is not passed by parallel payments", async () => {
    const world = openWorld();
    const { seller, orders, open, buy } = world;
    const usage = await limited(world, { amountUsd: 1 });
    seller.priceUsd = 0.15;
    world.paid = (order) => taken(order, 0.15);
    const tabs = [await open(), await open(6)];
    await Promise.allSettled(
      Array.from({ length: 16 }, (_, at) => buy(tabs[at % 2] ?? "", `key ${at}`)),
    );
    expect(orders).toHaveLength(6);
    expect(await usage()).toEqual([0.9, 0]);
  });

  it("counts what was paid late or above the price, and not what was not paid", async () => {
    const world = openWorld();
    const { treasury, clock, open, buy } = world;
    const usage = await limited(world, { amountUsd: 10 });
    const tabId = await open();
    world.paid = () => unknown;
    const late = (await buy(tabId)).proposal?.id ?? "";
    world.found = () => ({ kind: "declined", reason: "It expired." });
    clock.advance(10 * 60_000);
    await treasury.recover();
    expect(await usage()).toEqual([0, 0]);
    const captures = [{ id: "late", amount: amountFromUsd(1, "usd") }];
    const notice = { kind: "captured", workspaceId, proposalId: late, captures } as const;
    await treasury.recordSpendNotice({ ...notice, reference: "late" });
    expect(await usage()).toEqual([1, 0]);
    world.paid = (order) => taken(order, 2.5);
    await buy(tabId, "above");
    expect(await usage()).toEqual([3.5, 0]);
  });

  it("counts parts of a payment once each, and the rest until its end", async () => {
    const world = openWorld();
    const { treasury, open, buy } = world;
    const usage = await limited(world, { amountUsd: 10 });
    const tabId = await open();
    world.paid = () => ({ kind: "in_progress", reference: "card" });
    const { proposal } = await buy(tabId);
    const part = async (id: string, isOpen: boolean): Promise<void> => {
      const captures = [{ id, amount: amountFromUsd(0.5, "usd") }];
      const named = { workspaceId, proposalId: proposal?.id ?? "", reference: "card" };
      await treasury.recordSpendNotice({ kind: "captured", ...named, captures, isOpen });
    };
    await part("first", true);
    expect(await usage()).toEqual([2, 1.5]);
    await part("first", true);
    await part("second", false);
    expect(await usage()).toEqual([1, 0]);
  });

  it("counts payments, if it limits their number", async () => {
    const world = openWorld();
    const { open, buy } = world;
    const usage = await limited(world, { count: 2 });
    const tabId = await open();
    for (const key of ["one", "two"]) await buy(tabId, key);
    await expect(buy(tabId, "three")).rejects.toThrow("2 of 2 spends");
    expect(await usage()).toEqual([2, 0]);
  });

  it("counts the tab instead, if it is not for a rail", async () => {
    const world = openWorld();
    const { open, buy } = world;
    const usage = await limited(world, { amountUsd: 6 }, {});
    const tabId = await open();
    expect(await usage()).toEqual([5, 5]);
    for (const key of ["one", "two"]) await buy(tabId, key);
    expect(await usage()).toEqual([5, 4]);
  });

  it("counts the payments of a tab that was opened before it", async () => {
    const world = openWorld();
    const { open, buy } = world;
    const tabId = await open();
    const usage = await limited(world, { amountUsd: 6 }, {});
    for (const key of ["one", "two"]) await buy(tabId, key);
    expect(await usage()).toEqual([1, 0]);
  });

  it("of automatic approvals stops only what no person approved", async () => {
    for (const isByPerson of [true, false]) {
      const world = openWorld();
      const { treasury, orders, open, buy } = world;
      const approval = { autoApprove: true } as const;
      const when = { rails: ["test_rail"] };
      const limit = { amountUsd: 3, per: "day", counts: "automatic" } as const;
      const rules: WrittenRuleSet = {
        version: 1,
        rules: [
          { id: "by-rail", when, then: { limit } },
          ...(isByPerson ? [] : [{ id: "open", when: { rails: ["ledger"] }, then: approval }]),
        ],
      };
      await treasury.rules.publish({ rules, operator: "Ada" });
      const opening = { amountUsd: 5, payee: sellerOrigin, minutes: 60, vendor: "W", purpose: "p" };
      const tabId = isByPerson ? await open() : (await treasury.tabs.open(opening)).tab.id;
      world.paid = (order) => taken(order, 2);
      await buy(tabId);
      const second = buy(tabId, "two");
      if (isByPerson) expect((await second).proposal).toMatchObject({ status: "executed" });
      else await expect(second).rejects.toThrow("$2.00 of $3.00 approved automatically");
      expect(orders).toHaveLength(isByPerson ? 2 : 1);
    }
  });
});

describe("what persons learn of a tab's payments", () => {
  const declined = { kind: "declined", reason: "It expired." } as const;
  const workspaceId = "demo";
  const captured = (proposalId: string, usd: number) => {
    const captures = [{ id: `late ${proposalId}`, amount: amountFromUsd(usd, "usd") }];
    return { kind: "captured", workspaceId, proposalId, captures, reference: "late" } as const;
  };
  const refunded = (proposalId: string, usd: number) => {
    const refunds = [{ id: `back ${proposalId}`, amount: amountFromUsd(usd, "usd") }];
    return { kind: "refunded", workspaceId, proposalId, refunds } as const;
  };

  it("is a payment after its release, and a refund beyond it, also of a closed tab", async () => {
    const world = openWorld();
    const { treasury, open, buy } = world;
    const tabId = await open();
    world.paid = () => declined;
    const { proposal } = await buy(tabId);
    const id = proposal?.id ?? "";
    await treasury.tabs.close({ tabId });
    await treasury.recordSpendNotice(captured(id, 1));
    const late = `The payment ${id} (GET ${url}: the weather) needs review: It was paid although it had been released (It expired.).`;
    expect(await attentionOf(world, tabId)).toBe(late);
    await treasury.recordSpendNotice(refunded(id, 1.5));
    expect(await attentionOf(world, tabId)).toMatch(
      /^The payment part_\w+ .+\$1\.50 was refunded, \$0\.50 more than was captured\.$/,
    );
  });

  it("is a payment above its price, also after others and the close", async () => {
    const world = openWorld();
    const { treasury, open, buy } = world;
    const tabId = await open();
    world.paid = (order) => taken(order, 2.5);
    const { proposal } = await buy(tabId);
    world.paid = (order) => taken(order, 1);
    await buy(tabId, "other");
    await treasury.tabs.close({ tabId });
    expect(await attentionOf(world, tabId)).toBe(
      `The payment ${proposal?.id} (GET ${url}: the weather) needs review: $2.50 was captured, $0.50 more than was approved.`,
    );
  });

  it("is each payment whose outcome is unknown, until its own", async () => {
    const world = openWorld();
    const { treasury, clock, open, buy } = world;
    const tabId = await open();
    world.paid = () => unknown;
    const one = (await buy(tabId)).proposal?.id ?? "";
    const other = (await buy(tabId, "other")).proposal?.id ?? "";
    clock.advance(48 * hour);
    await treasury.recover();
    const lines = (await attentionOf(world, tabId))?.split("\n") ?? [];
    expect(lines).toHaveLength(2);
    await treasury.resolveSpend({ proposalId: one, outcome: "paid", operator: "Ada" });
    expect(await attentionOf(world, tabId)).toBe(lines.find((line) => line.includes(other)));
    await treasury.resolveSpend({ proposalId: other, outcome: "not_paid", operator: "Ada" });
    expect(await attentionOf(world, tabId)).toBeNull();
  });

  it.each([
    ["undone", hour, "was undone: The chain dropped it. The amount is in the balance again."],
    ["never confirmed", 31 * 24 * hour, "Its payment could not be confirmed."],
  ] as const)("is a payment that was %s", async (_, after, text) => {
    const captureIds: string[] = [];
    const review: Review = { kind: "reversed", captureIds, reason: "The chain dropped it." };
    const reviewAfterMs = { executed: hour / 2, declined: hour };
    const world = openWorld({ reviewAfterMs, review: async () => review });
    const { treasury, clock, open, buy } = world;
    const tabId = await open();
    const { proposal } = await buy(tabId);
    captureIds.push(`permit2:${proposal?.id}`);
    clock.advance(after);
    await treasury.recover();
    expect(await attentionOf(world, tabId)).toContain(text);
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("does not include a refund after a reset, which is in the balance", async () => {
    const world = openWorld();
    const { treasury, open, buy } = world;
    const tabId = await open();
    world.paid = () => declined;
    const id = (await buy(tabId)).proposal?.id ?? "";
    await treasury.tabs.close({ tabId });
    await treasury.reset({ operator: "Ada" });
    await treasury.recordSpendNotice(captured(id, 1));
    expect(await treasury.state()).toMatchObject({ balanceUsd: -1 });
    expect(await treasury.recordSpendNotice(refunded(id, 1))).toMatchObject({ refundedUsd: 1 });
    expect(await treasury.state()).toMatchObject({ balanceUsd: 0 });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("are those in flight when it is frozen", async () => {
    const world = openWorld();
    const { treasury, open, buy } = world;
    const tabId = await open();
    world.paid = () => unknown;
    const { proposal } = await buy(tabId);
    const { freeze } = await treasury.freezes.freeze({ scope: "workspace" });
    expect(freeze.payments).toContainEqual(
      expect.objectContaining({ proposalId: proposal?.id, amountUsd: 2, executor: "test_rail" }),
    );
  });

  it("is who asked for a payment, which counts for the tab's allocation", async () => {
    const { treasury, open } = openWorld();
    const tabId = await open();
    const asked = { url, purpose: "the weather", tabId };
    await expect(treasury.fetchPaid({ ...asked, allocationId: "ads" })).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("Omit `allocationId`") as unknown,
    });
    const { proposal } = await treasury.fetchPaid({ ...asked, operator: "Bob" });
    expect(proposal).toMatchObject({ status: "executed", onBehalfOf: "Bob" });
  });
});
