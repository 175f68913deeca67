import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceTest } from "../service-test.ts";
import { approve, fund, propose, proposeAll, readState, spend, moneyOf } from "../steps.ts";
import { leakyMessage } from "../treasury/leaked-secrets.ts";

/** The execution of an approved spend. */
export const executionTests: readonly ServiceTest[] = [
  {
    shows: ["error/decide-500-execution"],
    name: "POST treasury/decide → 500: the storage fails in the commit without effect, and a retry executes once",
    run: async (context) => {
      await fund(context, 100);
      const { id } = await propose(context, { amountUsd: 30 });
      const input = { proposalId: id, decision: "approve" } as const;
      context.storage.failNext("commit", new TreasuryError("storage_error", leakyMessage));
      const { status } = await context.refused("storage_error", "decideProposal", input);
      context.expect(status).toBe(500);
      const state = await readState(context);
      context.expect([...moneyOf(state), state.pendingCount]).toEqual([100, 0, 1, 1]);
      context.expect((await approve(context, id)).proposal.status).toBe("executed");
      context.expect(moneyOf(await readState(context))).toEqual([70, 30, 2]);
    },
  },
  {
    shows: ["error/decide-500-execution", "proposal/execute"],
    name: "POST treasury/decide → 200: a commit with an unknown outcome is sent again, and the spend executes once",
    run: async (context) => {
      await fund(context, 100);
      const { id } = await propose(context, { amountUsd: 30 });
      context.storage.failNext("commit", new Error(leakyMessage), 2);
      context.expect((await approve(context, id)).proposal.status).toBe("executed");
      context.expect(moneyOf(await readState(context))).toEqual([70, 30, 2]);
    },
  },
  {
    shows: ["decide/caps", "proposal/fail", "limit/max-spend-per-action", "open/failed-is-200"],
    name: "POST treasury/decide → 200 failed: over the cap of one spend, which was lowered since",
    run: async (context) => {
      await fund(context, 100);
      const { id } = await propose(context, { amountUsd: 45 });
      await context.restart({ options: { budget: { maxSpendPerActionUsd: 44.99 } } });
      const { proposal, state } = await approve(context, id);
      context.expect([proposal.status, proposal.executedAt]).toEqual(["failed", null]);
      context.expect(proposal.failure?.includes("44.99")).toBe(true);
      context.expect(moneyOf(state)).toEqual([100, 0, 1]);
    },
  },
  {
    shows: ["decide/caps", "proposal/fail", "limit/daily-spend-cap", "open/failed-is-200"],
    name: "POST treasury/decide → 200 failed: over the daily cap",
    run: async (context) => {
      await fund(context, 500);
      await spend(context, 50);
      const [within, beyond] = await proposeAll(context, [
        { amountUsd: 40, purpose: "within" },
        { amountUsd: 10.01, purpose: "beyond" },
      ]);
      context.expect((await approve(context, within?.id ?? "")).proposal.status).toBe("executed");
      const { proposal, state } = await approve(context, beyond?.id ?? "");
      context
        .expect([proposal.status, proposal.failure?.includes("100")])
        .toEqual(["failed", true]);
      context.expect([...moneyOf(state), state.spentTodayUsd]).toEqual([410, 90, 3, 90]);
    },
  },
  {
    shows: ["decide/caps", "proposal/fail", "limit/min-reserve", "open/failed-is-200"],
    name: "POST treasury/decide → 200 failed: it would reduce the balance below the reserve",
    run: async (context) => {
      await fund(context, 60);
      const { id } = await propose(context, { amountUsd: 40.000001 });
      const { proposal, state } = await approve(context, id);
      context.expect([proposal.status, proposal.failure?.includes("20")]).toEqual(["failed", true]);
      context.expect(moneyOf(state)).toEqual([60, 0, 1]);
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
    run: async (context) => {
      await fund(context, 120);
      context.expect((await spend(context, 50)).status).toBe("executed");
      const last = await spend(context, 50);
      context.expect(last.status).toBe("executed");
      const { balanceUsd, spentTodayUsd, availableUsd } = await readState(context);
      context.expect([balanceUsd, spentTodayUsd, availableUsd]).toEqual([20, 100, 0]);
    },
  },
  {
    shows: ["open/same-decision", "proposal/fail"],
    name: "POST treasury/decide → 200 failed: approving again does not execute it, even if it would fit now",
    run: async (context) => {
      await fund(context, 30);
      const failed = await spend(context, 30);
      await fund(context, 100);
      context.expect((await approve(context, failed.id)).proposal).toEqual(failed);
      context.expect(moneyOf(await readState(context))).toEqual([130, 0, 2]);
    },
  },
  {
    shows: ["open/parallel-approvals", "decide/caps"],
    name: "POST treasury/decide → 200: eighty concurrent approvals execute the three that the daily cap allows",
    run: async (context) => {
      await fund(context, 10_000);
      const ids: string[] = [];
      for (let batch = 0; batch < 2; batch += 1) {
        const spends = Array.from({ length: 20 }, (_, index) => ({
          amountUsd: 30,
          purpose: `batch ${batch}, item ${index}`,
        }));
        ids.push(...(await proposeAll(context, spends)).map(({ id }) => id));
      }
      const answers = await Promise.all([...ids, ...ids].map((id) => approve(context, id)));
      const executed = answers.filter(({ proposal }) => proposal.status === "executed");
      context.expect(new Set(executed.map(({ proposal }) => proposal.id)).size).toBe(3);
      context
        .expect(answers.every(({ proposal }) => ["executed", "failed"].includes(proposal.status)))
        .toBe(true);
      const { balanceUsd, expenseUsd, spentTodayUsd, ledger } = await readState(context);
      context.expect([balanceUsd, expenseUsd, spentTodayUsd]).toEqual([9_910, 90, 90]);
      context.expect(ledger.filter(({ type }) => type === "expense").length).toBe(3);
    },
  },
  {
    shows: ["open/parallel-approvals", "open/opposite-decision"],
    name: "POST treasury/decide: twenty concurrent approvals and denials leave one decision",
    run: async (context) => {
      await fund(context, 100);
      const { id } = await propose(context, { amountUsd: 30 });
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          context.call("decideProposal", {
            proposalId: id,
            decision: index % 2 === 0 ? "approve" : "deny",
          }),
        ),
      );
      context.expect(outcomes.filter(({ ok }) => ok).length).toBe(20);
      const { proposals, ledger } = await readState(context);
      const wasExecuted = proposals[0]?.status === "executed";
      context.expect(wasExecuted || proposals[0]?.status === "denied").toBe(true);
      context.expect(ledger.length).toBe(wasExecuted ? 2 : 1);
    },
  },
];
