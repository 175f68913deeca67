import { scriptedExecutor } from "@agent-treasury/sandbox";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { rejectionCodeOf } from "../../packages/testing/src/conformance/rejection.ts";
import {
  day,
  externalTreasury,
  gated,
  pastLease,
  pastTimeout,
  settle,
  workspaceId,
} from "./external-spends.fixture.ts";

describe("recovery", () => {
  it("ignores spends that another process works on", async () => {
    const { clock, propose, approve, another, executor, asked } = externalTreasury();
    const gate = gated(executor);
    const approving = approve(await propose());
    await settle();
    clock.advance(pastTimeout - 2);
    expect(await another().recover()).toMatchObject({ taken: 0 });
    gate.open();
    expect((await approving).status).toBe("executed");
    expect(asked()).toBe(1);
  });

  it("in two processes, with a slow live call, is one payment", async () => {
    const { clock, propose, approve, another, executor, proposal, treasury } = externalTreasury();
    const gate = gated(executor);
    const proposalId = await propose();
    const approving = approve(proposalId);
    await settle();
    clock.advance(pastLease);
    await approving;
    clock.advance(pastLease);
    gate.letThrough();
    const recoveries = await Promise.all([another().recover(), another().recover()]);
    expect(recoveries.reduce((sum, { taken }) => sum + taken, 0)).toBe(1);
    gate.open();
    await settle();
    expect(executor.payments).toHaveLength(1);
    expect(await proposal()).toMatchObject({ status: "executed", capturedUsd: 30 });
    expect(await treasury.state(workspaceId)).toMatchObject({ expenseUsd: 30, heldUsd: 0 });
  });

  it("looks up the outcome first, and pays what was never sent", async () => {
    const { clock, buy, treasury, executor, proposal } = externalTreasury({
      script: (_order, call) => (call === 0 ? "fail" : "pay"),
    });
    expect(await rejectionCodeOf(buy())).toBe("spend_executor_error");
    clock.advance(pastLease);
    await treasury.recover();
    expect(executor.calls.map(({ call }) => call)).toEqual(["pay", "find", "pay"]);
    expect((await proposal()).status).toBe("executed");
  });

  it("does not pay again past the key's lifetime, and marks the spend for review", async () => {
    const { clock, buy, treasury, executor, proposal, asked } = externalTreasury({
      script: () => "pay_then_fail",
      keyLifetimeMs: day,
    });
    await rejectionCodeOf(buy());
    clock.advance(3 * day);
    expect(await treasury.recover()).toMatchObject({ taken: 1, closed: 0, unresolved: 1 });
    expect(asked()).toBe(1);
    expect(executor.payments).toHaveLength(1);
    const held = await proposal();
    expect(held.status).toBe("approved");
    expect(held.attention).toContain("Check with the vendor, then resolve it");
    expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 30 });
  });

  it("marks the spend for review when the executor returns nothing for an unknown payment", async () => {
    const { clock, buy, treasury, executor, proposal, failures } = externalTreasury({
      script: () => "fail",
      keyLifetimeMs: day,
    });
    await rejectionCodeOf(buy());
    Object.assign(executor, { find: async () => undefined });
    clock.advance(pastLease);
    expect(await treasury.recover()).toMatchObject({ taken: 1, failed: 0 });
    clock.advance(3 * day);
    expect(await treasury.recover()).toMatchObject({ taken: 1, unresolved: 1, failed: 0 });
    expect((await proposal()).attention).toContain("Check with the vendor, then resolve it");
    expect(failures).toEqual([]);
  });

  it("does not pay through another executor what the first may have paid", async () => {
    const { clock, buy, another, proposal } = externalTreasury({ script: () => "pay_then_fail" });
    await rejectionCodeOf(buy());
    clock.advance(pastLease);
    const other = scriptedExecutor({ provider: "other" });
    expect(await another(other).recover()).toMatchObject({ unresolved: 1 });
    expect(other.calls).toEqual([]);
    expect((await proposal()).attention).toBe(
      "It was sent to scripted (sandbox), but other (sandbox) is connected now.",
    );
  });

  it("does not pay test holds with real money, or the reverse", async () => {
    for (const [before, after] of [
      ["test", "live"],
      ["live", "test"],
    ] as const) {
      const { clock, buy, another, proposal, treasury } = externalTreasury({
        script: () => "fail",
        mode: before,
      });
      await rejectionCodeOf(buy());
      clock.advance(pastLease);
      const other = scriptedExecutor({ mode: after, now: clock.now });
      expect(await another(other).recover()).toMatchObject({ unresolved: 1, closed: 0 });
      expect(other.calls).toEqual([]);
      expect((await proposal()).attention).toBe(
        `It was sent to scripted (${before}), but scripted (${after}) is connected now.`,
      );
      expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 30, expenseUsd: 0 });
    }
  });

  it("polls payments in progress with a growing interval until they end", async () => {
    const { clock, buy, treasury, executor, proposal } = externalTreasury({
      script: () => "accept",
      keyLifetimeMs: 30 * day,
    });
    const { id, reference } = await buy();
    expect(reference).toBe(`accepted_${id}`);
    let looks = 0;
    for (let hour = 0; hour < 48; hour += 1) {
      clock.advance(day / 24 + 1);
      looks += (await treasury.recover()).taken;
    }
    expect(looks).toBeLessThanOrEqual(48);
    expect(await proposal()).toMatchObject({ status: "approved", attention: null });
    executor.finish(id, "paid");
    clock.advance(day);
    await treasury.recover();
    expect((await proposal()).status).toBe("executed");
  });

  it("starts automatically, and stops with the treasury", async () => {
    const { clock, storage, buy, executor } = externalTreasury({ script: () => "pay_then_fail" });
    await rejectionCodeOf(buy());
    clock.advance(pastLease);
    const keeper = createTreasury({
      baseUrl: "http://localhost:3000",
      storage,
      executors: { executor },
      clock,
      recoverySeconds: 0.01,
    });
    await expect.poll(async () => (await keeper.state(workspaceId)).heldUsd).toBe(0);
    await keeper.close();
    const calls = executor.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(executor.calls).toHaveLength(calls);
  });
});
