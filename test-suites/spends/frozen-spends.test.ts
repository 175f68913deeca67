import { describe, expect, it } from "vitest";
import { rejectionCodeOf } from "../../packages/testing/src/conformance/rejection.ts";
import {
  externalTreasury,
  gated,
  pastLease,
  settle,
  workspaceId,
} from "./external-spends.fixture.ts";

const everything = { workspaceId, scope: "workspace", operator: "Ben" } as const;

describe("a freeze during a payment", () => {
  it("lists the payment, and its outcome is recorded", async () => {
    const { clock, propose, approve, treasury, executor } = externalTreasury();
    const gate = gated(executor);
    const proposalId = await propose();
    const approving = approve(proposalId);
    await settle();
    const { freeze } = await treasury.freezes.freeze(everything);
    const since = new Date(clock.now()).toISOString();
    expect(freeze.payments).toEqual([
      {
        workspaceId,
        proposalId,
        amountUsd: 30,
        vendor: "Acme",
        executor: "scripted",
        since,
        until: new Date(clock.now() + pastLease - 1).toISOString(),
      },
    ]);
    gate.open();
    expect(await approving).toMatchObject({ status: "executed", capturedUsd: 30 });
    expect((await treasury.freezes.list({ workspaceId })).freezes).toEqual([freeze]);
  });

  it("lists a payment whose lease has ended, because its process may only have been stopped", async () => {
    const { clock, propose, approve, treasury, executor, proposal } = externalTreasury();
    const gate = gated(executor);
    const proposalId = await propose();
    void approve(proposalId);
    await settle();
    clock.advance(pastLease);
    await settle();
    const { freeze } = await treasury.freezes.freeze(everything);
    expect(freeze.payments).toMatchObject([{ proposalId, until: null }]);
    gate.open();
    await settle();
    expect(await proposal()).toMatchObject({ status: "executed", capturedUsd: 30 });
  });

  it("lets recovery look up the outcome, but does not pay again until it ends", async () => {
    const { clock, buy, treasury, another, executor, proposal } = externalTreasury({
      script: (_order, call) => (call === 0 ? "fail" : "pay"),
    });
    expect(await rejectionCodeOf(buy())).toBe("spend_executor_error");
    await treasury.freezes.freeze(everything);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      clock.advance(pastLease);
      await another().recover();
    }
    expect(executor.calls.map(({ call }) => call)).toEqual(["pay", "find", "find", "find"]);
    expect(await proposal()).toMatchObject({ status: "approved" });
    await treasury.freezes.unfreeze(everything);
    clock.advance(pastLease);
    await another().recover();
    expect(executor.calls.slice(4).map(({ call }) => call)).toEqual(["find", "pay"]);
    expect(await proposal()).toMatchObject({ status: "executed", capturedUsd: 30 });
  });

  it("lets recovery cancel what the payee could still collect, and releases it once", async () => {
    const { clock, buy, propose, approve, treasury, another, executor, proposal } =
      externalTreasury({ prepares: true, script: (_, call) => (call === 0 ? "pay_later" : "pay") });
    expect(await rejectionCodeOf(buy())).toBe("spend_executor_error");
    await treasury.freezes.freeze(everything);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      clock.advance(pastLease);
      await another().recover();
    }
    expect(executor.calls.map(({ call }) => call)).toEqual(["pay", "find", "cancel", "find"]);
    expect(await proposal()).toMatchObject({
      status: "failed",
      failure: "The payment was canceled.",
    });
    await treasury.freezes.unfreeze(everything);
    // The payee would collect what was presented before the next payment.
    await approve(await propose());
    expect(executor.payments).toHaveLength(1);
    const { heldUsd, expenseUsd } = await treasury.state(workspaceId);
    expect({ heldUsd, expenseUsd }).toEqual({ heldUsd: 0, expenseUsd: 30 });
  });

  it("records a payment that the payee collected before it was canceled", async () => {
    const { clock, buy, treasury, another, executor, proposal, failures } = externalTreasury({
      prepares: true,
      script: (_, call) => (call === 0 ? "fail" : "pay"),
    });
    const { pay, cancel } = executor;
    const failure = new Error("The payment was made.");
    Object.assign(executor, {
      cancel: async (order: Parameters<typeof pay>[0]) => {
        await pay(order);
        await cancel?.(order);
        throw failure;
      },
    });
    expect(await rejectionCodeOf(buy())).toBe("spend_executor_error");
    await treasury.freezes.freeze(everything);
    clock.advance(pastLease);
    await another().recover();
    expect(await proposal()).toMatchObject({ status: "executed", capturedUsd: 30 });
    expect(executor.payments).toHaveLength(1);
    expect(failures).toEqual([failure]);
  });

  it("lets recovery find a payment, a person resolve one, and a vendor charge late", async () => {
    const { clock, buy, treasury, executor, proposal } = externalTreasury({
      script: () => "pay_then_fail",
    });
    expect(await rejectionCodeOf(buy())).toBe("spend_executor_error");
    await treasury.freezes.freeze(everything);
    const { id: proposalId } = await proposal();
    const place = { workspaceId, proposalId };
    await treasury.resolveSpend({ ...place, outcome: "not_paid", operator: "Ada" });
    const captures = executor.payments.map(({ id, amount }) => ({ id, amount }));
    const reference = "payment-1";
    await treasury.recordSpendNotice({ kind: "captured", ...place, captures, reference });
    expect(await proposal()).toMatchObject({ status: "executed", capturedUsd: 30 });
    clock.advance(pastLease);
    expect(await treasury.verify(workspaceId)).toMatchObject({ valid: true });
  });

  it("holds nothing for a person's approval", async () => {
    const { propose, approve, treasury, executor } = externalTreasury();
    const proposalId = await propose();
    await treasury.freezes.freeze(everything);
    expect(await rejectionCodeOf(approve(proposalId))).toBe("frozen");
    expect(executor.calls).toEqual([]);
    expect((await treasury.state(workspaceId)).heldUsd).toBe(0);
  });
});
