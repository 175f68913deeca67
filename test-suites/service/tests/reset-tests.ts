import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceTest } from "../service-test.ts";
import { approve, fund, propose, readState, spend } from "../steps.ts";
import { operatorTokensOfSuite } from "../treasury/access-rules.ts";
import { leakyMessage } from "../treasury/leaked-secrets.ts";

const asAda = { headers: { authorization: `Bearer ${operatorTokensOfSuite.ada}` } };

/** Resetting a workspace. */
export const resetTests: readonly ServiceTest[] = [
  {
    shows: ["reset/answer", "resource/budget"],
    name: "POST treasury/reset → 200: balance 0, no proposals, an empty ledger, default caps",
    run: async (context) => {
      await fund(context, 100);
      await spend(context, 30);
      await propose(context, { amountUsd: 12 });
      const state = await context.ok("resetTreasury", {});
      context.expect(state).toEqual({
        workspaceId: "demo",
        balanceUsd: 0,
        depositsUsd: 0,
        revenueUsd: 0,
        expenseUsd: 0,
        netProfitUsd: 0,
        spentTodayUsd: 0,
        heldUsd: 0,
        availableUsd: 0,
        pendingCount: 0,
        budget: {
          startingCapitalUsd: 0,
          maxSpendPerActionUsd: 50,
          autoApproveUnderUsd: 10,
          dailySpendCapUsd: 100,
          minReserveUsd: 20,
        },
        proposals: [],
        ledger: [],
        proposalsCursor: null,
        ledgerCursor: null,
        paymentMode: "test",
        paymentProvider: "sandbox",
        judge: "none",
        judgeOnSilence: null,
        autoApprovePayees: "known",
        autoApproveDailyUsd: 30,
        timeZone: "UTC",
        plugins: [],
      });
      context.expect(await readState(context)).toEqual(state);
      context.expect(await context.ok("listLedger", {})).toEqual({ entries: [], cursor: null });
      context
        .expect(await context.ok("listProposals", {}))
        .toEqual({ proposals: [], cursor: null });
    },
  },
  {
    shows: ["reset/answer"],
    name: "POST treasury/reset → 200: a pending proposal cannot be approved any more",
    run: async (context) => {
      await fund(context, 100);
      const { id } = await propose(context, { amountUsd: 30 });
      await context.ok("resetTreasury", {});
      await fund(context, 100);
      const input = { proposalId: id, decision: "approve" };
      await context.refused("proposal_not_found", "decideProposal", input);
      context.expect((await readState(context)).balanceUsd).toBe(100);
    },
  },
  {
    shows: ["reset/answer", "formula/spent-today"],
    name: "POST treasury/reset → 200: the day's spending restarts at 0, and the chain continues",
    run: async (context) => {
      await fund(context, 120);
      await spend(context, 50);
      await spend(context, 50);
      await context.ok("resetTreasury", {});
      await fund(context, 100);
      context.expect((await spend(context, 50)).status).toBe("executed");
      const { balanceUsd, spentTodayUsd } = await readState(context);
      context.expect([balanceUsd, spentTodayUsd]).toEqual([50, 50]);
      const { valid, entriesChecked } = await context.ok("verifyLedger", {});
      context.expect([valid, entriesChecked]).toEqual([true, 5]);
    },
  },
  {
    shows: ["reset/workspace", "workspace/isolation"],
    name: "POST treasury/reset → 200: demo without workspaceId, and no other workspace",
    run: async (context) => {
      await fund(context, 30);
      const other = await fund(context, 40, "acme");
      context.expect((await context.ok("resetTreasury", {})).workspaceId).toBe("demo");
      context.expect(await readState(context, "acme")).toEqual(other);
      const state = await context.ok("resetTreasury", { workspaceId: "acme" });
      context.expect([state.workspaceId, state.balanceUsd]).toEqual(["acme", 0]);
    },
  },
  {
    shows: ["open/starting-capital-epoch", "limit/starting-capital"],
    name: "POST treasury/reset → 200: configured starting capital is not credited a second time",
    setup: { options: { budget: { startingCapitalUsd: 500 } } },
    run: async (context) => {
      context.expect((await readState(context)).balanceUsd).toBe(500);
      for (let time = 0; time < 2; time += 1) {
        const { balanceUsd, budget } = await context.ok("resetTreasury", {});
        context.expect([balanceUsd, budget.startingCapitalUsd]).toEqual([0, 0]);
      }
    },
  },
  {
    shows: ["error/reset-500", "open/failure-body"],
    name: "POST treasury/reset → 500: the storage fails without effect, and its message is redacted",
    run: async (context) => {
      await fund(context, 100);
      const before = await readState(context);
      context.storage.failNext("commit", new TreasuryError("storage_error", leakyMessage));
      const told = await context.refused("storage_error", "resetTreasury", {});
      context.expect([told.status, told.error.includes("Upstream")]).toEqual([500, true]);
      context.expect(await readState(context)).toEqual(before);
      await context.restart({ keepPorts: true });
      context.storage.failNext("load", new Error(leakyMessage));
      const untold = await context.refused("internal_error", "resetTreasury", {});
      context.expect([untold.status, untold.error.includes("Upstream")]).toEqual([500, false]);
      context.expect(await readState(context)).toEqual(before);
      context.expect((await context.ok("resetTreasury", {})).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["access/live-reset"],
    name: "POST treasury/reset → 403: live money requires a signed-in operator",
    setup: { payments: "live" },
    run: async (context) => {
      const before = await fund(context, 100);
      const { status } = await context.refused("forbidden", "resetTreasury", {});
      context.expect(status).toBe(403);
      context.expect(await readState(context)).toEqual(before);
      await context.restart({ payments: "live", options: { accessRules: "operators" } });
      context.expect((await context.ok("resetTreasury", {}, asAda)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/parallel-approvals", "reset/answer"],
    name: "POST treasury/reset → 200: of a concurrent approval and reset, one comes first",
    run: async (context) => {
      await fund(context, 100);
      const { id } = await propose(context, { amountUsd: 30 });
      await Promise.allSettled([approve(context, id), context.ok("resetTreasury", {})]);
      const { balanceUsd, expenseUsd, ledger } = await readState(context);
      context.expect([balanceUsd, expenseUsd, ledger.length]).toEqual([0, 0, 0]);
      context.expect((await context.ok("verifyLedger", {})).valid).toBe(true);
    },
  },
];
