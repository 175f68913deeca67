import type { Review } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { hour, openWorld, taken, unknown, url, type World } from "./tab-payments.fixture.ts";

async function attentionOf({ treasury }: World, tabId: string): Promise<string | null> {
  return (await treasury.proposal({ proposalId: tabId })).proposal.attention;
}

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
