import type { ServiceTest } from "../service-test.ts";
import { fund, propose, readState, spend } from "../steps.ts";

/** Reading a workspace's treasury. */
export const treasuryTests: readonly ServiceTest[] = [
  {
    shows: ["treasury/answer", "resource/treasury-state", "open/success-status"],
    name: "GET treasury → 200: totals, pending count, budget, proposals, ledger and payment mode",
    run: async (context) => {
      await fund(context, 100);
      const executed = await spend(context, 30);
      const waiting = await propose(context, { amountUsd: 12 });
      const state = await readState(context);
      context.expect({ ...state, proposals: [], ledger: [] }).toEqual({
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
        judgeOnSilence: null,
        autoApprovePayees: "known",
        autoApproveDailyUsd: 30,
        timeZone: "UTC",
        plugins: [],
      });
      context.expect(state.proposals).toEqual([waiting, executed]);
      context.expect(state.ledger.map(({ type }) => type)).toEqual(["expense", "deposit"]);
    },
  },
  {
    shows: ["treasury/workspace"],
    name: "GET treasury → 200: without workspaceId, or with a blank one, it is demo",
    run: async (context) => {
      await fund(context, 25, "demo");
      for (const input of [
        {},
        { workspaceId: "demo" },
        { workspaceId: "" },
        { workspaceId: "  " },
      ]) {
        const { workspaceId, balanceUsd } = await context.ok("readTreasury", input);
        context.expect([workspaceId, balanceUsd]).toEqual(["demo", 25]);
      }
    },
  },
  {
    shows: ["open/workspace-id"],
    name: "GET treasury → 200: a workspace id is trimmed, and may have 128 letters, digits and . _ : @ -",
    run: async (context) => {
      const longest = "A-z_0.9:@".padEnd(128, "x");
      for (const workspaceId of ["acme", "a", "Team.1:ada@example-2", longest]) {
        const state = await context.ok("readTreasury", { workspaceId: ` ${workspaceId}\t` });
        context.expect(state.workspaceId).toBe(workspaceId);
      }
    },
  },
  {
    shows: ["workspace/isolation"],
    name: "GET treasury → 200: workspaces are isolated",
    run: async (context) => {
      await fund(context, 100, "acme");
      const proposal = await propose(context, { amountUsd: 12 }, "acme");
      const empty = await readState(context, "other");
      context.expect([empty.balanceUsd, empty.pendingCount]).toEqual([0, 0]);
      context.expect([empty.proposals, empty.ledger]).toEqual([[], []]);
      for (const workspaceId of ["other", "demo", "ACME"]) {
        const input = { workspaceId, proposalId: proposal.id, decision: "approve" };
        await context.refused("proposal_not_found", "decideProposal", input);
      }
      const state = await readState(context, "acme");
      context.expect([state.balanceUsd, state.pendingCount]).toEqual([100, 1]);
    },
  },
  {
    shows: ["resource/budget", "limit/starting-capital"],
    name: "GET treasury → 200: the deployment's budget, or the default one",
    setup: { options: { budget: { startingCapitalUsd: 7.5, maxSpendPerActionUsd: 5 } } },
    run: async (context) => {
      const { budget, balanceUsd } = await readState(context);
      context.expect(budget).toEqual({
        startingCapitalUsd: 7.5,
        maxSpendPerActionUsd: 5,
        autoApproveUnderUsd: 10,
        dailySpendCapUsd: 100,
        minReserveUsd: 20,
      });
      context.expect(balanceUsd).toBe(7.5);
    },
  },
  {
    shows: ["open/payment-mode"],
    name: "GET treasury → 200: the sandbox reports test, and a missing processor none",
    run: async (context) => {
      const modes: unknown[] = [];
      for (const payments of ["sandbox", "test", "live", "keyless", "none"] as const) {
        await context.restart({ payments });
        const { paymentMode, paymentProvider } = await readState(context);
        modes.push([payments, paymentMode, paymentProvider]);
      }
      context.expect(modes).toEqual([
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
    run: async (context) => {
      const available: unknown[] = [];
      for (const amountUsd of [10, 10, 15.5]) {
        const { heldUsd, availableUsd } = await fund(context, amountUsd);
        available.push([heldUsd, availableUsd]);
      }
      context.expect(available).toEqual([
        [0, 0],
        [0, 0],
        [0, 15.5],
      ]);
    },
  },
];
