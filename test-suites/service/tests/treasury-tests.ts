import type { ServiceTest } from "../service-test.ts";
import { fund, propose, readState, spend } from "../steps.ts";

/** Reading a workspace's treasury. */
export const treasuryTests: readonly ServiceTest[] = [
  {
    shows: ["treasury/answer", "resource/treasury-state", "open/success-status"],
    name: "GET treasury → 200: totals, pending count, budget, proposals, ledger and payment mode",
    run: async (scene) => {
      await fund(scene, 100);
      const executed = await spend(scene, 30);
      const waiting = await propose(scene, { amountUsd: 12 });
      const state = await readState(scene);
      scene.expect({ ...state, proposals: [], ledger: [] }).toEqual({
        workspaceId: "demo",
        balanceUsd: 70,
        depositsUsd: 100,
        revenueUsd: 0,
        expenseUsd: 30,
        netProfitUsd: -30,
        spentTodayUsd: 30,
        heldUsd: 0,
        availableUsd: 50,
        pendingCount: 1,
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
      scene.expect(state.proposals).toEqual([waiting, executed]);
      scene.expect(state.ledger.map(({ type }) => type)).toEqual(["expense", "deposit"]);
    },
  },
  {
    shows: ["treasury/workspace"],
    name: "GET treasury → 200: without workspaceId, or with a blank one, it is demo",
    run: async (scene) => {
      await fund(scene, 25, "demo");
      for (const input of [
        {},
        { workspaceId: "demo" },
        { workspaceId: "" },
        { workspaceId: "  " },
      ]) {
        const { workspaceId, balanceUsd } = await scene.ok("readTreasury", input);
        scene.expect([workspaceId, balanceUsd]).toEqual(["demo", 25]);
      }
    },
  },
  {
    shows: ["open/workspace-id"],
    name: "GET treasury → 200: a workspace id is trimmed, and may have 128 letters, digits and . _ : @ -",
    run: async (scene) => {
      const longest = "A-z_0.9:@".padEnd(128, "x");
      for (const workspaceId of ["acme", "a", "Team.1:ada@example-2", longest]) {
        const state = await scene.ok("readTreasury", { workspaceId: ` ${workspaceId}\t` });
        scene.expect(state.workspaceId).toBe(workspaceId);
      }
    },
  },
  {
    shows: ["workspace/isolation"],
    name: "GET treasury → 200: workspaces are isolated",
    run: async (scene) => {
      await fund(scene, 100, "acme");
      const proposal = await propose(scene, { amountUsd: 12 }, "acme");
      const empty = await readState(scene, "other");
      scene.expect([empty.balanceUsd, empty.pendingCount]).toEqual([0, 0]);
      scene.expect([empty.proposals, empty.ledger]).toEqual([[], []]);
      for (const workspaceId of ["other", "demo", "ACME"]) {
        const input = { workspaceId, proposalId: proposal.id, decision: "approve" };
        await scene.refused("proposal_not_found", "decideProposal", input);
      }
      const state = await readState(scene, "acme");
      scene.expect([state.balanceUsd, state.pendingCount]).toEqual([100, 1]);
    },
  },
  {
    shows: ["resource/budget", "limit/starting-capital"],
    name: "GET treasury → 200: the deployment's budget, or the default one",
    setup: { options: { budget: { startingCapitalUsd: 7.5, maxSpendPerActionUsd: 5 } } },
    run: async (scene) => {
      const { budget, balanceUsd } = await readState(scene);
      scene.expect(budget).toEqual({
        startingCapitalUsd: 7.5,
        maxSpendPerActionUsd: 5,
        autoApproveUnderUsd: 10,
        dailySpendCapUsd: 100,
        minReserveUsd: 20,
      });
      scene.expect(balanceUsd).toBe(7.5);
    },
  },
  {
    shows: ["open/payment-mode"],
    name: "GET treasury → 200: the sandbox reports test, and a missing processor none",
    run: async (scene) => {
      const modes: unknown[] = [];
      for (const payments of ["sandbox", "test", "live", "keyless", "none"] as const) {
        await scene.restart({ payments });
        const { paymentMode, paymentProvider } = await readState(scene);
        modes.push([payments, paymentMode, paymentProvider]);
      }
      scene.expect(modes).toEqual([
        ["sandbox", "test", "sandbox"],
        ["test", "test", "acquirer"],
        ["live", "live", "acquirer"],
        ["keyless", "none", null],
        ["none", "none", null],
      ]);
    },
  },
  {
    shows: ["open/held-available"],
    name: "GET treasury → 200: the available amount is the balance less the reserve, never below zero",
    run: async (scene) => {
      const available: unknown[] = [];
      for (const amountUsd of [10, 10, 15.5]) {
        const { heldUsd, availableUsd } = await fund(scene, amountUsd);
        available.push([heldUsd, availableUsd]);
      }
      scene.expect(available).toEqual([
        [0, 0],
        [0, 0],
        [0, 15.5],
      ]);
    },
  },
];
