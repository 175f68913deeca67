import type { WrittenRuleSet } from "@agent-treasury/contract";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { sellerOrigin } from "../paid-fetch/test-seller.fixture.ts";
import { publishedBy } from "../rules/published-by.fixture.ts";
import { openWorld, taken, unknown, url, type World } from "./tab-payments.fixture.ts";

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

  it("require another approver than the person who pays from the tab", async () => {
    const { treasury, orders } = openWorld({}, { authenticate: () => null });
    const opening = { amountUsd: 12, payee: sellerOrigin, minutes: 60, vendor: "W", purpose: "p" };
    const { tab } = await treasury.tabs.open({ ...opening, operator: "Cy" });
    await treasury.decide({ proposalId: tab.id, decision: "approve", operator: "Bob" });
    const then = { requireApprovals: { count: 1, notProposer: true } };
    const rules: WrittenRuleSet = { version: 1, rules: [{ id: "other", when: { rails }, then }] };
    await publishedBy(treasury, { rules }, ["Ada", "Cy"]);
    const pay = (operator: string) =>
      treasury.fetchPaid({ url, purpose: operator, tabId: tab.id, operator });
    await expect(pay("Bob")).rejects.toThrow("The tab does not have the approvals. Requires");
    expect(orders).toEqual([]);
    expect((await pay("Cy")).proposal).toMatchObject({ status: "executed" });
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

  it.each(["vendor", "category"] as const)(
    "by %s counts them in their own group, beside other spends of it",
    async (by) => {
      const world = openWorld();
      const { treasury, orders, open } = world;
      const then = { limit: { amountUsd: 5, per: "day", by } } as const;
      const rules: WrittenRuleSet = { version: 1, rules: [{ id: "grouped", then }] };
      await treasury.rules.publish({ rules, operator: "Ada" });
      const tabId = await open();
      world.paid = () => unknown;
      const asked = { url, category: "ads" };
      for (const purpose of ["one", "two"]) await treasury.fetchPaid({ ...asked, purpose, tabId });
      const { proposal } = await treasury.fetchPaid({ ...asked, purpose: "three" });
      const proposalId = proposal?.id ?? "";
      const decided = treasury.decide({ proposalId, decision: "approve", operator: "Ada" });
      expect(await decided).toMatchObject({ status: "failed" });
      expect(orders).toHaveLength(2);
      expect(await treasury.verify()).toMatchObject({ valid: true });
    },
  );

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
