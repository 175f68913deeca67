import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { externalTreasury, workspaceId } from "./external-spends.fixture.ts";

describe("a spend that is approved for less", () => {
  it("is held, ordered, captured and released with the approved amount", async () => {
    for (const script of ["pay", "decline"] as const) {
      const { treasury, executor, propose } = externalTreasury({ script: () => script });
      const proposalId = await propose();
      const seen: unknown[] = [];
      const pay = executor.pay.bind(executor);
      Object.assign(executor, {
        pay: async (order: Parameters<typeof pay>[0]) => {
          const { heldUsd } = await treasury.state(workspaceId);
          const { valid } = await treasury.verify(workspaceId);
          const frozen = await treasury.freezes.freeze({
            workspaceId,
            scope: "workspace",
            reason: "Test.",
          });
          const [payment] = frozen.freeze.payments;
          seen.push(Micros.toUsd(order.amount), heldUsd, valid, payment?.amountUsd);
          return pay(order);
        },
      });
      const decision = { workspaceId, proposalId, decision: "approve" } as const;
      const decided = await treasury.decide({ ...decision, approvedAmountUsd: 12.5 });
      expect(seen).toEqual([12.5, 12.5, true, 12.5]);
      const isPaid = script === "pay";
      expect(decided).toMatchObject({
        status: isPaid ? "executed" : "failed",
        capturedUsd: isPaid ? 12.5 : 0,
        attention: null,
      });
      const expenseUsd = isPaid ? 12.5 : 0;
      expect(await treasury.state(workspaceId)).toMatchObject({ heldUsd: 0, expenseUsd });
      expect(await treasury.verify(workspaceId)).toMatchObject({ valid: true });
    }
  });

  it("needs review if the executor captures more than was approved", async () => {
    const { treasury, executor, propose, proposal } = externalTreasury();
    const proposalId = await propose();
    const pay = executor.pay.bind(executor);
    Object.assign(executor, {
      pay: (order: Parameters<typeof pay>[0]) => pay({ ...order, amount: Micros.of(30_000_000n) }),
    });
    const decision = { workspaceId, proposalId, decision: "approve" } as const;
    await treasury.decide({ ...decision, approvedAmountUsd: 20 });
    expect((await proposal()).attention).toContain("$10.00 more than was approved");
  });
});
