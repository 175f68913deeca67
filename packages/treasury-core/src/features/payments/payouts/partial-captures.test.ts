import { describe, expect, it } from "vitest";
import {
  type Fault,
  scriptedStorage,
} from "../../../kernel/ledger/commit/scripted-storage.fixture.ts";
import { testClock } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { cardWorld, usd } from "./card-world.fixture.ts";

const inProgress = { kind: "in_progress", reference: "card_1" } as const;

describe("a payment that is captured in part", () => {
  it("keeps the rest held until its last capture", async () => {
    const { buy, capture, money } = cardWorld();
    const spend = await buy();
    const first = await capture(spend, "c1", 10, true);
    expect(first).toMatchObject({ status: "approved", capturedUsd: 10, executedAt: null });
    expect(await money()).toEqual({
      balance: 990,
      held: 20,
      available: 950,
      expense: 10,
      spentToday: 10,
      allocated: [30, 20],
    });
    expect(await capture(spend, "c1", 10, true)).toEqual(first);
    expect(await capture(spend, "c2", 5, true)).toMatchObject({ status: "approved" });
    expect(await money()).toMatchObject({ held: 15, spentToday: 15, allocated: [30, 15] });
    const last = await capture(spend, "c3", 7);
    expect(last).toMatchObject({ status: "executed", capturedUsd: 22, attention: null });
    expect(last.executedAt).not.toBeNull();
    expect(await money()).toMatchObject({ balance: 978, held: 0, allocated: [22, 0] });
  });

  it("counts the rest against the day's cap", async () => {
    const { treasury, buy, capture } = cardWorld();
    await capture(await buy(), "c1", 10, true);
    await treasury.setBudget({
      workspaceId: "acme",
      limits: { dailySpendCapUsd: 59.99 },
      operator: "Ada",
    });
    expect(await buy()).toMatchObject({ status: "failed" });
    await treasury.setBudget({
      workspaceId: "acme",
      limits: { dailySpendCapUsd: 60 },
      operator: "Ada",
    });
    expect(await buy()).toMatchObject({ status: "approved" });
  });

  it("releases the rest when the authorization is closed or reversed", async () => {
    const { buy, capture, notice, money } = cardWorld();
    const [closed, reversed] = [await buy(), await buy()];
    await capture(closed, "c1", 10, true);
    await capture(reversed, "c2", 4, true);
    // The same capture again, without more to come.
    expect(await capture(closed, "c1", 10)).toMatchObject({ status: "executed", capturedUsd: 10 });
    const released = { kind: "released", reason: "The card was closed." } as const;
    expect(await notice(reversed, released)).toMatchObject({
      status: "executed",
      capturedUsd: 4,
      failure: null,
    });
    expect(await notice(reversed, released)).toMatchObject({ status: "executed" });
    expect(await money()).toMatchObject({ balance: 986, held: 0, allocated: [14, 0] });
  });

  it("is settled by a capture of the whole amount, and by one above it", async () => {
    const { buy, capture, money } = cardWorld();
    const [whole, more] = [await buy(), await buy()];
    await capture(whole, "c1", 10, true);
    expect(await capture(whole, "c2", 20, true)).toMatchObject({ status: "executed" });
    await capture(more, "c3", 10, true);
    const { status, attention } = await capture(more, "c4", 25, true);
    expect(status).toBe("executed");
    expect(attention).toContain("$5.00 more than was approved");
    expect(await money()).toMatchObject({ held: 0, expense: 65, allocated: [65, 0] });
  });

  it("is found by recovery, which never pays again", async () => {
    const { treasury, clock, finding, paid, buy, money } = cardWorld();
    await buy();
    const captures = [{ id: "c1", amount: usd(10) }];
    finding.current = { ...inProgress, captures };
    clock.advance(60_000);
    expect(await treasury.recover()).toMatchObject({ taken: 1, failed: 0 });
    expect(await money()).toMatchObject({ held: 20, expense: 10 });
    finding.current = { kind: "not_sent" };
    clock.advance(3_600_000);
    await treasury.recover();
    expect(paid).toHaveLength(1);
    expect(await money()).toMatchObject({ held: 20, expense: 10 });
    finding.current = { kind: "executed", captures, reference: "card_1" };
    clock.advance(3_600_000);
    await treasury.recover();
    expect(await money()).toMatchObject({ held: 0, expense: 10, allocated: [10, 0] });
  });

  const faults: readonly Fault[] = [
    { kind: "lose_answer" },
    { kind: "lose_commit" },
    { kind: "throw", error: new Error("The process crashed.") },
  ];

  it.each(faults)(
    "is counted once if a commit of the recovery has the fault $kind",
    async (fault) => {
      const clock = testClock();
      const storage = scriptedStorage(memoryStorage({ now: clock.now }));
      const { treasury, finding, paid, buy, money } = cardWorld({ storage, clock });
      for (let commits = 0; commits < 4; commits += 1) {
        await buy();
        const captures = [{ id: `c${commits}`, amount: usd(10) }];
        finding.current = { ...inProgress, captures };
        clock.advance(60_000);
        storage.faults.push(...Array.from({ length: commits }, () => null), fault);
        await treasury.recover();
        storage.faults.length = 0;
        clock.advance(7_200_000);
        await treasury.recover();
        const expense = 10 * (commits + 1);
        expect(await money()).toMatchObject({ held: 20, expense, allocated: [expense + 20, 20] });
        finding.current = { kind: "executed", captures, reference: "card_1" };
        clock.advance(7_200_000);
        await treasury.recover();
        expect(await money()).toMatchObject({ held: 0, expense, allocated: [expense, 0] });
      }
      expect(paid).toHaveLength(4);
    },
  );

  it("can be resolved by a person", async () => {
    const { treasury, buy, capture, money } = cardWorld();
    const [paid, unpaid] = [await buy(), await buy()];
    await capture(paid, "c1", 10, true);
    await capture(unpaid, "c2", 10, true);
    const resolution = { workspaceId: "acme", operator: "Ada" };
    const rest = { ...resolution, proposalId: paid.id, outcome: "paid" } as const;
    const none = { ...resolution, proposalId: unpaid.id, outcome: "not_paid" } as const;
    expect(await treasury.resolveSpend(rest)).toMatchObject({ capturedUsd: 30, attention: null });
    expect(await treasury.resolveSpend(none)).toMatchObject({
      status: "executed",
      capturedUsd: 10,
    });
    expect(await money()).toMatchObject({ held: 0, expense: 40, allocated: [40, 0] });
  });

  it("is rejected with invalid captures, and stays held", async () => {
    const { treasury, clock, finding, buy, money } = cardWorld();
    await buy();
    finding.current = { ...inProgress, captures: [{ id: "c1", amount: usd(0) }] };
    clock.advance(60_000);
    await treasury.recover();
    expect(await money()).toMatchObject({ held: 30, expense: 0 });
  });
});
