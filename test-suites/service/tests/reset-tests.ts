import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceTest } from "../service-test.ts";
import { approve, fund, propose, readState, spend } from "../steps.ts";
import { operatorTokensOfSuite } from "../treasury/access-rules.ts";
import { leakyMessage } from "../treasury/planted-secrets.ts";

const asAda = { headers: { authorization: `Bearer ${operatorTokensOfSuite.ada}` } };

/** Resetting a workspace. */
export const resetTests: readonly ServiceTest[] = [
  {
    shows: ["reset/answer", "resource/budget"],
    name: "POST treasury/reset → 200: balance 0, no proposals, an empty ledger, default caps",
    run: async (scene) => {
      await fund(scene, 100);
      await spend(scene, 30);
      await propose(scene, { amountUsd: 12 });
      const state = await scene.ok("resetTreasury", {});
      scene.expect(state).toEqual({
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
      });
      scene.expect(await readState(scene)).toEqual(state);
      scene.expect(await scene.ok("listLedger", {})).toEqual({ entries: [], cursor: null });
      scene.expect(await scene.ok("listProposals", {})).toEqual({ proposals: [], cursor: null });
    },
  },
  {
    shows: ["reset/answer"],
    name: "POST treasury/reset → 200: a pending proposal cannot be approved any more",
    run: async (scene) => {
      await fund(scene, 100);
      const { id } = await propose(scene, { amountUsd: 30 });
      await scene.ok("resetTreasury", {});
      await fund(scene, 100);
      const input = { proposalId: id, decision: "approve" };
      await scene.refused("proposal_not_found", "decideProposal", input);
      scene.expect((await readState(scene)).balanceUsd).toBe(100);
    },
  },
  {
    shows: ["reset/answer", "formula/spent-today"],
    name: "POST treasury/reset → 200: the day's spending restarts at 0, and the chain continues",
    run: async (scene) => {
      await fund(scene, 120);
      await spend(scene, 50);
      await spend(scene, 50);
      await scene.ok("resetTreasury", {});
      await fund(scene, 100);
      scene.expect((await spend(scene, 50)).status).toBe("executed");
      const { balanceUsd, spentTodayUsd } = await readState(scene);
      scene.expect([balanceUsd, spentTodayUsd]).toEqual([50, 50]);
      const { valid, entriesChecked } = await scene.ok("verifyLedger", {});
      scene.expect([valid, entriesChecked]).toEqual([true, 5]);
    },
  },
  {
    shows: ["reset/workspace", "workspace/isolation"],
    name: "POST treasury/reset → 200: demo without workspaceId, and no other workspace",
    run: async (scene) => {
      await fund(scene, 30);
      const other = await fund(scene, 40, "acme");
      scene.expect((await scene.ok("resetTreasury", {})).workspaceId).toBe("demo");
      scene.expect(await readState(scene, "acme")).toEqual(other);
      const state = await scene.ok("resetTreasury", { workspaceId: "acme" });
      scene.expect([state.workspaceId, state.balanceUsd]).toEqual(["acme", 0]);
    },
  },
  {
    shows: ["open/starting-capital-epoch", "limit/starting-capital"],
    name: "POST treasury/reset → 200: configured starting capital is not credited a second time",
    setup: { options: { budget: { startingCapitalUsd: 500 } } },
    run: async (scene) => {
      scene.expect((await readState(scene)).balanceUsd).toBe(500);
      for (let time = 0; time < 2; time += 1) {
        const { balanceUsd, budget } = await scene.ok("resetTreasury", {});
        scene.expect([balanceUsd, budget.startingCapitalUsd]).toEqual([0, 0]);
      }
    },
  },
  {
    shows: ["error/reset-500", "open/failure-body"],
    name: "POST treasury/reset → 500: the storage fails without effect, and its message is redacted",
    run: async (scene) => {
      await fund(scene, 100);
      const before = await readState(scene);
      scene.storage.failNext("commit", new TreasuryError("storage_error", leakyMessage));
      const told = await scene.refused("storage_error", "resetTreasury", {});
      scene.expect([told.status, told.error.includes("Upstream")]).toEqual([500, true]);
      scene.expect(await readState(scene)).toEqual(before);
      await scene.restart({ keepPorts: true });
      scene.storage.failNext("load", new Error(leakyMessage));
      const untold = await scene.refused("internal_error", "resetTreasury", {});
      scene.expect([untold.status, untold.error.includes("Upstream")]).toEqual([500, false]);
      scene.expect(await readState(scene)).toEqual(before);
      scene.expect((await scene.ok("resetTreasury", {})).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["access/live-reset"],
    name: "POST treasury/reset → 403: live money requires a signed-in operator",
    setup: { payments: "live" },
    run: async (scene) => {
      const before = await fund(scene, 100);
      const { status } = await scene.refused("forbidden", "resetTreasury", {});
      scene.expect(status).toBe(403);
      scene.expect(await readState(scene)).toEqual(before);
      await scene.restart({ payments: "live", options: { accessRules: "operators" } });
      scene.expect((await scene.ok("resetTreasury", {}, asAda)).balanceUsd).toBe(0);
    },
  },
  {
    shows: ["open/parallel-approvals", "reset/answer"],
    name: "POST treasury/reset → 200: of a concurrent approval and reset, one comes first",
    run: async (scene) => {
      await fund(scene, 100);
      const { id } = await propose(scene, { amountUsd: 30 });
      await Promise.allSettled([approve(scene, id), scene.ok("resetTreasury", {})]);
      const { balanceUsd, expenseUsd, ledger } = await readState(scene);
      scene.expect([balanceUsd, expenseUsd, ledger.length]).toEqual([0, 0, 0]);
      scene.expect((await scene.ok("verifyLedger", {})).valid).toBe(true);
    },
  },
];
