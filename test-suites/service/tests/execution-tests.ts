import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceTest } from "../service-test.ts";
import { approve, fund, propose, proposeAll, readState, spend, moneyOf } from "../steps.ts";
import { leakyMessage } from "../treasury/planted-secrets.ts";

/** The execution of an approved spend. */
export const executionTests: readonly ServiceTest[] = [
  {
    shows: ["error/decide-500-execution"],
    name: "POST treasury/decide → 500: the storage fails in the commit without effect, and a retry executes once",
    run: async (scene) => {
      await fund(scene, 100);
      const { id } = await propose(scene, { amountUsd: 30 });
      const input = { proposalId: id, decision: "approve" } as const;
      scene.storage.failNext("commit", new TreasuryError("storage_error", leakyMessage));
      const { status } = await scene.refused("storage_error", "decideProposal", input);
      scene.expect(status).toBe(500);
      const state = await readState(scene);
      scene.expect([...moneyOf(state), state.pendingCount]).toEqual([100, 0, 1, 1]);
      scene.expect((await approve(scene, id)).proposal.status).toBe("executed");
      scene.expect(moneyOf(await readState(scene))).toEqual([70, 30, 2]);
    },
  },
  {
    shows: ["error/decide-500-execution", "proposal/execute"],
    name: "POST treasury/decide → 200: a commit with an unknown outcome is sent again, and the spend executes once",
    run: async (scene) => {
      await fund(scene, 100);
      const { id } = await propose(scene, { amountUsd: 30 });
      scene.storage.failNext("commit", new Error(leakyMessage), 2);
      scene.expect((await approve(scene, id)).proposal.status).toBe("executed");
      scene.expect(moneyOf(await readState(scene))).toEqual([70, 30, 2]);
    },
  },
  {
    shows: ["decide/caps", "proposal/fail", "limit/max-spend-per-action", "open/failed-is-200"],
    name: "POST treasury/decide → 200 failed: over the cap of one spend, which was lowered since",
    run: async (scene) => {
      await fund(scene, 100);
      const { id } = await propose(scene, { amountUsd: 45 });
      await scene.restart({ options: { budget: { maxSpendPerActionUsd: 44.99 } } });
      const { proposal, state } = await approve(scene, id);
      scene.expect([proposal.status, proposal.executedAt]).toEqual(["failed", null]);
      scene.expect(proposal.failure?.includes("44.99")).toBe(true);
      scene.expect(moneyOf(state)).toEqual([100, 0, 1]);
    },
  },
  {
    shows: ["decide/caps", "proposal/fail", "limit/daily-spend-cap", "open/failed-is-200"],
    name: "POST treasury/decide → 200 failed: over the daily cap",
    run: async (scene) => {
      await fund(scene, 500);
      await spend(scene, 50);
      const [within, beyond] = await proposeAll(scene, [
        { amountUsd: 40, purpose: "within" },
        { amountUsd: 10.01, purpose: "beyond" },
      ]);
      scene.expect((await approve(scene, within?.id ?? "")).proposal.status).toBe("executed");
      const { proposal, state } = await approve(scene, beyond?.id ?? "");
      scene.expect([proposal.status, proposal.failure?.includes("100")]).toEqual(["failed", true]);
      scene.expect([...moneyOf(state), state.spentTodayUsd]).toEqual([410, 90, 3, 90]);
    },
  },
  {
    shows: ["decide/caps", "proposal/fail", "limit/min-reserve", "open/failed-is-200"],
    name: "POST treasury/decide → 200 failed: it would reduce the balance below the reserve",
    run: async (scene) => {
      await fund(scene, 60);
      const { id } = await propose(scene, { amountUsd: 40.000001 });
      const { proposal, state } = await approve(scene, id);
      scene.expect([proposal.status, proposal.failure?.includes("20")]).toEqual(["failed", true]);
      scene.expect(moneyOf(state)).toEqual([60, 0, 1]);
    },
  },
  {
    shows: [
      "open/cap-equality",
      "limit/max-spend-per-action",
      "limit/daily-spend-cap",
      "limit/min-reserve",
    ],
    name: "POST treasury/decide → 200 executed: exactly at each cap and at the reserve",
    run: async (scene) => {
      await fund(scene, 120);
      scene.expect((await spend(scene, 50)).status).toBe("executed");
      const last = await spend(scene, 50);
      scene.expect(last.status).toBe("executed");
      const { balanceUsd, spentTodayUsd, availableUsd } = await readState(scene);
      scene.expect([balanceUsd, spentTodayUsd, availableUsd]).toEqual([20, 100, 0]);
    },
  },
  {
    shows: ["open/same-decision", "proposal/fail"],
    name: "POST treasury/decide → 200 failed: approving again does not execute it, even if it would fit now",
    run: async (scene) => {
      await fund(scene, 30);
      const failed = await spend(scene, 30);
      await fund(scene, 100);
      scene.expect((await approve(scene, failed.id)).proposal).toEqual(failed);
      scene.expect(moneyOf(await readState(scene))).toEqual([130, 0, 2]);
    },
  },
  {
    shows: ["open/parallel-approvals", "decide/caps"],
    name: "POST treasury/decide → 200: two hundred concurrent approvals execute the three that the daily cap allows",
    run: async (scene) => {
      await fund(scene, 10_000);
      const ids: string[] = [];
      for (let batch = 0; batch < 4; batch += 1) {
        const spends = Array.from({ length: 25 }, (_, index) => ({
          amountUsd: 30,
          purpose: `batch ${batch}, item ${index}`,
        }));
        ids.push(...(await proposeAll(scene, spends)).map(({ id }) => id));
      }
      const answers = await Promise.all([...ids, ...ids].map((id) => approve(scene, id)));
      const executed = answers.filter(({ proposal }) => proposal.status === "executed");
      scene.expect(new Set(executed.map(({ proposal }) => proposal.id)).size).toBe(3);
      scene
        .expect(answers.every(({ proposal }) => ["executed", "failed"].includes(proposal.status)))
        .toBe(true);
      const { balanceUsd, expenseUsd, spentTodayUsd, ledger } = await readState(scene);
      scene.expect([balanceUsd, expenseUsd, spentTodayUsd]).toEqual([9_910, 90, 90]);
      scene.expect(ledger.filter(({ type }) => type === "expense").length).toBe(3);
    },
  },
  {
    shows: ["open/parallel-approvals", "open/opposite-decision"],
    name: "POST treasury/decide: twenty concurrent approvals and denials leave one decision",
    run: async (scene) => {
      await fund(scene, 100);
      const { id } = await propose(scene, { amountUsd: 30 });
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          scene.call("decideProposal", {
            proposalId: id,
            decision: index % 2 === 0 ? "approve" : "deny",
          }),
        ),
      );
      scene.expect(outcomes.filter(({ ok }) => ok).length).toBe(20);
      const { proposals, ledger } = await readState(scene);
      const wasExecuted = proposals[0]?.status === "executed";
      scene.expect(wasExecuted || proposals[0]?.status === "denied").toBe(true);
      scene.expect(ledger.length).toBe(wasExecuted ? 2 : 1);
    },
  },
];
