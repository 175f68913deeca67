import { describe, expect, it } from "vitest";
import { adasToken, agentWorld, bearer } from "../external-agents/agent-world.fixture.ts";
import { sellerOrigin, testSeller } from "../paid-fetch/test-seller.fixture.ts";
import { hour, openWorld, taken, unknown, url } from "./tab-payments.fixture.ts";

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
