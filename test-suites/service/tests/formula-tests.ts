import type { TreasuryState } from "@agent-treasury/contract";
import type { ServiceTest } from "../service-test.ts";
import { approve, fund, propose, proposeAll, readState, spend } from "../steps.ts";

/** The totals of a state. */
function totalsOf(state: TreasuryState): Partial<TreasuryState> {
  const { balanceUsd, depositsUsd, revenueUsd, expenseUsd, netProfitUsd, spentTodayUsd } = state;
  return { balanceUsd, depositsUsd, revenueUsd, expenseUsd, netProfitUsd, spentTodayUsd };
}

/** Invariants between the numbers. */
export const formulaTests: readonly ServiceTest[] = [
  {
    shows: ["formula/balance", "formula/net-profit", "formula/deposits", "formula/expense"],
    name: "GET treasury → 200: the formulas hold after deposits, spends, denials and failures",
    setup: { options: { budget: { startingCapitalUsd: 40.000001 } } },
    run: async (context) => {
      context.expect(totalsOf(await readState(context))).toEqual({
        balanceUsd: 40.000001,
        depositsUsd: 0,
        revenueUsd: 0,
        expenseUsd: 0,
        netProfitUsd: 0,
        spentTodayUsd: 0,
      });
      await fund(context, 100.1);
      await fund(context, 0.1 + 0.7 + 0.2);
      await spend(context, 0.1 + 0.2);
      await spend(context, 45.000001);
      await propose(context, { amountUsd: 51 });
      const [denied] = await proposeAll(context, [{ amountUsd: 20 }]);
      await context.ok("decideProposal", { proposalId: denied?.id ?? "", decision: "deny" });
      context.expect((await spend(context, 49)).status).toBe("executed");
      context.expect((await spend(context, 30)).status).toBe("failed");
      context.expect(totalsOf(await readState(context))).toEqual({
        balanceUsd: 46.8,
        depositsUsd: 101.1,
        revenueUsd: 0,
        expenseUsd: 94.300001,
        netProfitUsd: -94.300001,
        spentTodayUsd: 94.300001,
      });
    },
  },
  {
    shows: ["formula/revenue"],
    name: "GET treasury → 200: neither a deposit nor a spend is revenue",
    run: async (context) => {
      await fund(context, 100);
      await spend(context, 20);
      const { revenueUsd, ledger } = await readState(context);
      context.expect(revenueUsd).toBe(0);
      context.expect(ledger.some(({ type }) => type === "revenue")).toBe(false);
    },
  },
  {
    shows: ["formula/spent-today"],
    name: "GET treasury → 200: yesterday's spending does not count today",
    run: async (context) => {
      await fund(context, 200);
      await spend(context, 30);
      await spend(context, 5);
      context.expect((await readState(context)).spentTodayUsd).toBe(35);
      context.storage.passHours(24);
      const tomorrow = await readState(context);
      context.expect([tomorrow.spentTodayUsd, tomorrow.expenseUsd]).toEqual([0, 35]);
    },
  },
  {
    shows: ["formula/pending-count"],
    name: "GET treasury → 200: the pending count includes no decided proposal",
    run: async (context) => {
      await fund(context, 100);
      const [one, two] = await proposeAll(context, [
        { amountUsd: 12, purpose: "one" },
        { amountUsd: 13, purpose: "two" },
        { amountUsd: 14, purpose: "three" },
        { amountUsd: 60, purpose: "four" },
        { amountUsd: 5, purpose: "five" },
      ]);
      context.expect((await readState(context)).pendingCount).toBe(3);
      await approve(context, one?.id ?? "");
      await context.ok("decideProposal", { proposalId: two?.id ?? "", decision: "deny" });
      const { pendingCount, proposals } = await readState(context);
      context.expect(pendingCount).toBe(1);
      context
        .expect(proposals.map(({ status }) => status))
        .toEqual(["pending", "executed", "denied", "denied", "executed"]);
    },
  },
];
