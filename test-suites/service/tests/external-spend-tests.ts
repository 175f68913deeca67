import type { ScriptedAnswer } from "@agent-treasury/sandbox";
import { until } from "../../../packages/testing/src/conformance/until.ts";
import type { ServiceTest } from "../service-test.ts";
import { approve, fund, moneyOf, propose, readState } from "../steps.ts";
import type { TestContext } from "../test-context.ts";

/** Spends paid by a payment executor. */
export const externalSpendTests: readonly ServiceTest[] = [
  {
    shows: ["open/external-paid", "proposal/execute"],
    name: "POST treasury/decide → 200 executed: the executor paid, and the captured amount is the expense",
    run: async (context) => {
      await payingBy(context, "pay_more");
      const { id } = await propose(context, { amountUsd: 30 });
      const { proposal, state } = await approve(context, id);
      context
        .expect([proposal.status, proposal.amountUsd, proposal.capturedUsd])
        .toEqual(["executed", 30, 60]);
      context.expect(proposal.attention?.includes("$30.00 more than was approved")).toBe(true);
      context.expect([...moneyOf(state), state.heldUsd]).toEqual([40, 60, 2, 0]);
      context.expect(state.ledger[0]?.reference).toBe(proposal.reference);
    },
  },
  {
    shows: ["open/external-held"],
    name: "POST treasury/decide → 200 approved: the payment is in progress, and its amount is held",
    run: async (context) => {
      await payingBy(context, "accept");
      const { id } = await propose(context, { amountUsd: 30 });
      const { proposal, state } = await approve(context, id);
      context.expect([proposal.status, proposal.executedAt]).toEqual(["approved", null]);
      context.expect(proposal.capturedUsd).toBe(0);
      context.expect(moneyOf(state)).toEqual([100, 0, 1]);
      context.expect([state.heldUsd, state.availableUsd, state.pendingCount]).toEqual([30, 50, 0]);
      context.expect((await approve(context, id)).proposal.status).toBe("approved");
      await context.refused("already_decided", "decideProposal", {
        proposalId: id,
        decision: "deny",
      });
      const beyond = await propose(context, { amountUsd: 50, purpose: "more than is available" });
      context.expect((await approve(context, beyond.id)).proposal.status).toBe("approved");
      const over = await propose(context, {
        amountUsd: 0.01,
        purpose: "more than the reserve allows",
      });
      context.expect((await approve(context, over.id)).proposal.status).toBe("failed");
      context.expect((await readState(context)).heldUsd).toBe(80);
      const { status } = await context.refused("funds_held", "resetTreasury", {});
      context.expect(status).toBe(409);
    },
  },
  {
    shows: ["open/external-failed", "error/decide-500-execution"],
    name: "POST treasury/decide → 500: the executor threw after it had paid; the spend is still executed once",
    run: async (context) => {
      await payingBy(context, "pay_then_fail");
      const { id } = await propose(context, { amountUsd: 30 });
      const refusal = await context.refused("spend_executor_error", "decideProposal", {
        proposalId: id,
        decision: "approve",
      });
      context.expect(refusal.status).toBe(500);
      const state = await until(
        () => readState(context),
        ({ heldUsd }) => heldUsd === 0,
      );
      context.expect(state.proposals[0]?.status).toBe("executed");
      context.expect(moneyOf(state)).toEqual([70, 30, 2]);
    },
  },
  {
    shows: ["open/external-declined", "open/failed-is-200"],
    name: "POST treasury/decide → 200 failed: the executor declined with a reason",
    run: async (context) => {
      await payingBy(context, "decline");
      const { id } = await propose(context, { amountUsd: 30 });
      const { proposal, state } = await approve(context, id);
      context
        .expect([proposal.status, proposal.failure])
        .toEqual(["failed", "The payee declined."]);
      context.expect([...moneyOf(state), state.heldUsd]).toEqual([100, 0, 1, 0]);
    },
  },
];

/** Funds the workspace with 100 USD, and pays spends through a stand-in. */
async function payingBy(context: TestContext, executor: ScriptedAnswer): Promise<void> {
  const executorTimeoutSeconds = executor === "pay_then_fail" ? 0.5 : 5;
  await context.restart({ options: { executor, executorTimeoutSeconds, recoverySeconds: 0.05 } });
  await fund(context, 100);
}
