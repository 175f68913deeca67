import type { ScriptedAnswer } from "@agent-treasury/sandbox";
import { until } from "../../../packages/testing/src/conformance/until.ts";
import type { Scene } from "../scene.ts";
import type { ServiceTest } from "../service-test.ts";
import { approve, fund, moneyOf, propose, readState } from "../steps.ts";

/** Spends paid by a payment executor. */
export const externalSpendTests: readonly ServiceTest[] = [
  {
    shows: ["open/external-paid", "proposal/execute"],
    name: "POST treasury/decide → 200 executed: the executor paid, and the captured amount is the expense",
    run: async (scene) => {
      await payingBy(scene, "pay_more");
      const { id } = await propose(scene, { amountUsd: 30 });
      const { proposal, state } = await approve(scene, id);
      scene
        .expect([proposal.status, proposal.amountUsd, proposal.capturedUsd])
        .toEqual(["executed", 30, 60]);
      scene.expect(proposal.attention?.includes("30.00 USD more than was approved")).toBe(true);
      scene.expect([...moneyOf(state), state.heldUsd]).toEqual([40, 60, 2, 0]);
      scene.expect(state.ledger[0]?.reference).toBe(proposal.reference);
    },
  },
  {
    shows: ["open/external-held"],
    name: "POST treasury/decide → 200 approved: the payment is in progress, and its amount is held",
    run: async (scene) => {
      await payingBy(scene, "accept");
      const { id } = await propose(scene, { amountUsd: 30 });
      const { proposal, state } = await approve(scene, id);
      scene.expect([proposal.status, proposal.executedAt]).toEqual(["approved", null]);
      scene.expect(proposal.capturedUsd).toBe(0);
      scene.expect(moneyOf(state)).toEqual([100, 0, 1]);
      scene.expect([state.heldUsd, state.availableUsd, state.pendingCount]).toEqual([30, 50, 0]);
      scene.expect((await approve(scene, id)).proposal.status).toBe("approved");
      await scene.refused("already_decided", "decideProposal", {
        proposalId: id,
        decision: "deny",
      });
      const beyond = await propose(scene, { amountUsd: 50, purpose: "more than is available" });
      scene.expect((await approve(scene, beyond.id)).proposal.status).toBe("approved");
      const over = await propose(scene, {
        amountUsd: 0.01,
        purpose: "more than the reserve allows",
      });
      scene.expect((await approve(scene, over.id)).proposal.status).toBe("failed");
      scene.expect((await readState(scene)).heldUsd).toBe(80);
      const { status } = await scene.refused("funds_held", "resetTreasury", {});
      scene.expect(status).toBe(409);
    },
  },
  {
    shows: ["open/external-failed", "error/decide-500-execution"],
    name: "POST treasury/decide → 500: the executor threw after it had paid; the spend is still executed once",
    run: async (scene) => {
      await payingBy(scene, "pay_then_fail");
      const { id } = await propose(scene, { amountUsd: 30 });
      const refusal = await scene.refused("spend_executor_error", "decideProposal", {
        proposalId: id,
        decision: "approve",
      });
      scene.expect(refusal.status).toBe(500);
      const state = await until(
        () => readState(scene),
        ({ heldUsd }) => heldUsd === 0,
      );
      scene.expect(state.proposals[0]?.status).toBe("executed");
      scene.expect(moneyOf(state)).toEqual([70, 30, 2]);
    },
  },
  {
    shows: ["open/external-declined", "open/failed-is-200"],
    name: "POST treasury/decide → 200 failed: the executor declined with a reason",
    run: async (scene) => {
      await payingBy(scene, "decline");
      const { id } = await propose(scene, { amountUsd: 30 });
      const { proposal, state } = await approve(scene, id);
      scene.expect([proposal.status, proposal.failure]).toEqual(["failed", "The payee declined."]);
      scene.expect([...moneyOf(state), state.heldUsd]).toEqual([100, 0, 1, 0]);
    },
  },
];

/** Funds the workspace with 100 USD, and pays spends through a stand-in. */
async function payingBy(scene: Scene, executor: ScriptedAnswer): Promise<void> {
  const executorTimeoutSeconds = executor === "pay_then_fail" ? 0.5 : 5;
  await scene.restart({ options: { executor, executorTimeoutSeconds, recoverySeconds: 0.05 } });
  await fund(scene, 100);
}
