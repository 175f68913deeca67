import { Micros } from "@agent-treasury/provider";
import type { TreasuryState } from "@agent-treasury/treasury-core";
import type { SpendingLimits } from "../../packages/treasury-core/src/domain.ts";
import { type ModelState, figuresOf } from "./model/model-state.ts";

/** A reader's view of a workspace as text: figures, limits, proposals and entries. */
export function formatState(state: TreasuryState): string {
  return lines({
    balance: state.balanceUsd,
    deposits: state.depositsUsd,
    revenue: state.revenueUsd,
    expense: state.expenseUsd,
    profit: state.netProfitUsd,
    today: state.spentTodayUsd,
    held: state.heldUsd,
    pending: state.pendingCount,
    budget: Object.values(state.budget),
    proposals: state.proposals.map(
      ({ id, status, amountUsd, verdict, autoApproved }) =>
        `${id} ${status} ${amountUsd} ${verdict} ${autoApproved}`,
    ),
    entries: state.ledger.map(
      ({ type, amountUsd, balanceUsd }) => `${type} ${amountUsd} ${balanceUsd}`,
    ),
  });
}

/** The expected view of the model's workspace. */
export function formatModelState(state: ModelState, limits: SpendingLimits, today: string): string {
  const figures = figuresOf(state, today > state.day ? today : state.day);
  const proposals = state.proposals.filter(({ epoch }) => epoch === state.epoch).toReversed();
  const waiting = proposals.filter(({ status }) => status === "pending");
  const decided = proposals.filter(({ status }) => status !== "pending");
  return lines({
    balance: usd(figures.balance),
    deposits: usd(figures.deposits),
    revenue: usd(figures.revenue),
    expense: usd(figures.expense),
    profit: usd((figures.revenue - figures.expense) as Micros),
    today: usd(figures.spentToday),
    held: usd(figures.held),
    pending: waiting.length,
    budget: [
      state.startingCapital,
      limits.maxSpendPerAction,
      limits.autoApproveUnder,
      limits.dailySpendCap,
      limits.minReserve,
    ].map(usd),
    proposals: [...waiting, ...decided].map(
      ({ id, status, amount, verdict, automatic }) =>
        `${id} ${status} ${usd(amount)} ${verdict} ${automatic}`,
    ),
    entries: tellEntries(state),
  });
}

function tellEntries({ entries, epoch, startingCapital }: ModelState): string[] {
  let balance: bigint = startingCapital;
  const told = entries
    .filter((entry) => entry.epoch === epoch)
    .map(({ type, amount }) => {
      balance += amount;
      return `${type} ${usd(amount)} ${usd(balance as Micros)}`;
    });
  return told.toReversed();
}

function usd(amount: Micros): number {
  return Micros.toUsd(amount);
}

function lines(facts: Readonly<Record<string, number | readonly (number | string)[]>>): string {
  return Object.entries(facts)
    .map(([name, fact]) => `${name}: ${String(fact)}`)
    .join("\n");
}
