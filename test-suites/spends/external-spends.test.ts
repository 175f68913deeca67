import { isTreasuryError, Micros } from "@agent-treasury/provider";
import { scriptedModel, sandboxPayments } from "@agent-treasury/sandbox";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
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

const baseUrl = "http://localhost:3000";

describe("a spend paid by a payment executor", () => {
  it("is executed with the captured amount, and leaves nothing held", async () => {
    const { buy, executor, treasury } = externalTreasury();
    const bought = await buy();
    const [payment] = executor.payments;
    expect(bought).toMatchObject({
      status: "executed",
      amountUsd: 30,
      capturedUsd: 30,
      reference: payment?.id,
      attention: null,
    });
    const state = await treasury.state(workspaceId);
    expect(state).toMatchObject({ balanceUsd: 9_970, heldUsd: 0, expenseUsd: 30 });
    expect(state.ledger[0]).toMatchObject({ proposalId: bought.id, reference: payment?.id });
  });

  it("is held in a commit before the executor is called", async () => {
    const seen: unknown[] = [];
    const { treasury, propose, executor } = externalTreasury();
    const proposalId = await propose();
    const pay = executor.pay.bind(executor);
    Object.assign(executor, {
      pay: async (order: Parameters<typeof pay>[0]) => {
        const { heldUsd, availableUsd, proposals } = await treasury.state(workspaceId);
        seen.push({ heldUsd, availableUsd, status: proposals[0]?.status });
        return pay(order);
      },
    });
    await treasury.decide({ workspaceId, proposalId, decision: "approve" });
    expect(seen).toEqual([{ heldUsd: 30, availableUsd: 9_950, status: "approved" }]);
  });

  it("is also paid after an automatic approval", async () => {
    const { treasury, executor, proposal } = externalTreasury();
    await treasury.runTurn({ workspaceId, message: "buy a pencil from Acme for $3" });
    expect(await proposal()).toMatchObject({ status: "executed", autoApproved: true });
    expect(executor.payments).toHaveLength(1);
  });

  it("fails with the executor's reason when it declines, and releases the amount", async () => {
    const { buy, treasury } = externalTreasury({ script: () => "decline" });
    expect(await buy()).toMatchObject({ status: "failed", failure: "The payee declined." });
    expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 0, balanceUsd: 10_000 });
  });

  it("fails at a cap before the executor is called", async () => {
    const { treasury, propose, approve, asked } = externalTreasury();
    const proposalId = await propose();
    await treasury.setBudget({ workspaceId, limits: { dailySpendCapUsd: 29 } });
    expect(await approve(proposalId)).toMatchObject({ status: "failed" });
    expect(asked()).toBe(0);
  });

  it("is not paid when it is denied, also after recovery", async () => {
    const { treasury, propose, clock, asked } = externalTreasury();
    const proposalId = await propose();
    await treasury.decide({ workspaceId, proposalId, decision: "deny" });
    clock.advance(day);
    await treasury.recover();
    expect(asked()).toBe(0);
  });

  it("is one payment for two clicks in two processes", async () => {
    const { another, propose, approve, executor, asked, proposal } = externalTreasury();
    const proposalId = await propose();
    const others = [another(), another()];
    await Promise.all([...others, ...others].map((process) => approve(proposalId, process)));
    expect(asked()).toBe(1);
    expect(executor.payments).toHaveLength(1);
    expect((await proposal()).status).toBe("executed");
  });

  it("is flagged when the captured amount exceeds the approved one, and records the captured amount", async () => {
    const { buy, treasury } = externalTreasury({ script: () => "pay_more" });
    expect(await buy()).toMatchObject({
      status: "executed",
      amountUsd: 30,
      capturedUsd: 60,
      attention: "$60.00 was captured, $30.00 more than was approved.",
    });
    expect(await treasury.state(workspaceId)).toMatchObject({ expenseUsd: 60, spentTodayUsd: 60 });
  });

  it("does not mix test money with real payments in either direction", async () => {
    const { executor } = externalTreasury({ mode: "live" });
    const payments = sandboxPayments({ baseUrl });
    const treasury = createTreasury({
      autoApprovePayees: "any",
      baseUrl,
      storage: memoryStorage(),
      model: scriptedModel(),
      payments: { processor: payments },
      executors: { executor },
      recoverySeconds: false,
    });
    const session = await treasury.startDeposit({ amountUsd: 100 });
    await payments.complete(session.id);
    await treasury.confirmDeposit({ sessionId: session.id });
    await treasury.runTurn({ message: "buy a pencil from Acme for $3" });
    expect((await treasury.state()).proposals).toEqual([]);
    expect(executor.calls).toEqual([]);
    await treasury.close();
  });

  it("needs approval, and its approval is rejected while a hundred others are in progress", async () => {
    const { treasury, approve, proposal, asked } = externalTreasury({ script: () => "accept" });
    for (let spend = 0; spend < 101; spend += 1) {
      await treasury.runTurn({ workspaceId, message: `buy pencil ${spend} from Acme for $3` });
    }
    const { id, status } = await proposal();
    expect([status, asked()]).toEqual(["pending", 100]);
    expect(await rejectionCodeOf(approve(id))).toBe("too_many_held");
    const { heldUsd, proposals } = await treasury.state(workspaceId);
    expect([heldUsd, proposals.length]).toEqual([300, 101]);
    await treasury.recordSpendNotice({
      kind: "released",
      workspaceId,
      proposalId: proposals[1]?.id ?? "",
      reason: "The card was closed.",
    });
    expect((await approve(id)).status).toBe("approved");
  });

  it("has an exact amount in micro-dollars in both directions", async () => {
    const { treasury, executor } = externalTreasury();
    await treasury.runTurn({ workspaceId, message: "buy a pencil from Acme for $0.000001" });
    expect(executor.payments.map(({ amount }) => amount)).toEqual([Micros.of(1n)]);
    expect((await treasury.state(workspaceId)).expenseUsd).toBe(0.000_001);
  });
});

describe("an executor with an unknown outcome", () => {
  it("that timed out after paying: the amount stays held, and nothing is sent twice", async () => {
    const { clock, propose, approve, treasury, executor, asked } = externalTreasury({
      script: () => "pay_then_hang",
    });
    const proposalId = await propose();
    const approving = approve(proposalId);
    await settle();
    clock.advance(pastTimeout);
    expect(await approving).toMatchObject({ status: "approved", capturedUsd: 0 });
    expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 30, balanceUsd: 10_000 });
    clock.advance(pastLease);
    expect(await treasury.recover()).toMatchObject({
      taken: 1,
      closed: 1,
      unresolved: 0,
      failed: 0,
    });
    expect(asked()).toBe(1);
    expect(executor.payments).toHaveLength(1);
    expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 0, balanceUsd: 9_970 });
    expect(await treasury.recover()).toMatchObject({ taken: 0 });
  });

  it("that answers late: the late success is captured once", async () => {
    const { clock, propose, approve, treasury, executor } = externalTreasury();
    const gate = gated(executor);
    const proposalId = await propose();
    const approving = approve(proposalId);
    await settle();
    clock.advance(pastTimeout);
    expect((await approving).status).toBe("approved");
    gate.open();
    await settle();
    expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 0, expenseUsd: 30 });
    clock.advance(pastLease);
    await treasury.recover();
    expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 0, expenseUsd: 30 });
  });

  it("that throws: the decision returns 500, and the spend is still completed", async () => {
    const { clock, propose, approve, treasury, executor, proposal } = externalTreasury({
      script: () => "pay_then_fail",
    });
    const proposalId = await propose();
    expect(await rejectionCodeOf(approve(proposalId))).toBe("spend_executor_error");
    expect(await proposal()).toMatchObject({ status: "approved" });
    expect((await approve(proposalId)).status).toBe("approved");
    clock.advance(pastLease);
    await treasury.recover();
    expect((await proposal()).status).toBe("executed");
    expect(executor.payments).toHaveLength(1);
  });

  it("that throws in an agent's turn: the agent reads that it is in progress, the deployment the reason", async () => {
    const { treasury, failures, proposal } = externalTreasury({ script: () => "fail" });
    const { events } = await treasury.runTurn({
      workspaceId,
      message: "buy a pencil from Acme for $3",
    });
    expect(await proposal()).toMatchObject({ status: "approved" });
    expect(JSON.stringify(events)).toContain("The payment is in progress");
    expect(failures.map((error) => isTreasuryError(error) && error.code)).toEqual([
      "spend_executor_error",
    ]);
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["no outcome at all", { kind: "done" }],
    ["no amount", { kind: "executed", captures: [], reference: "p1" }],
    ["no capture", { kind: "executed", captures: [null], reference: "p1" }],
    ["a negative amount", executed(-1n)],
    ["an amount beyond every total", executed(8_000_000_000_000_001n)],
    ["an amount that is a number", executed(5 as unknown as bigint)],
  ])("that answers %s is unknown, never declined", async (_what, outcome) => {
    const { buy, executor, treasury } = externalTreasury();
    Object.assign(executor, { pay: async () => outcome });
    expect(await buy()).toMatchObject({ status: "approved" });
    expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 30 });
  });

  it("with an unsupported result is recorded without it", async () => {
    const { buy, executor } = externalTreasury();
    Object.assign(executor, { pay: async () => ({ kind: "in_progress" }) });
    expect(await buy()).toMatchObject({ status: "approved", reference: null });
    Object.assign(executor, { pay: async () => ({ kind: "declined" }) });
    expect(await buy()).toMatchObject({ status: "failed", failure: "The executor declined." });
  });

  it("is reported without keys and card numbers", async () => {
    const { buy, executor } = externalTreasury();
    const reason = "sk_live_abcdefghijkl refused 4242 4242 4242 4242\u0000";
    Object.assign(executor, { pay: async () => ({ kind: "declined", reason }) });
    const { failure } = await buy();
    expect(failure).toBe("[redacted] refused [redacted]");
  });
});

function executed(amount: bigint): unknown {
  return { kind: "executed", captures: [{ id: "p1", amount: amount }], reference: "p1" };
}
