import type { Rail as RailOnWire, Rails } from "@agent-treasury/contract";
import { type Clock, Micros, type RailBalance, isTreasuryError } from "@agent-treasury/provider";
import { askWithin } from "../../../kernel/ask-within.ts";
import type { Engine } from "../../../kernel/engine.ts";
import { amountHeld } from "../../../kernel/proposals/proposal.ts";
import { modeOf } from "../payouts/spending-deps.ts";
import { heldSpends } from "./held-spends.ts";
import type { Rail } from "./rail.ts";

const timeoutMs = 10_000;

interface Reading {
  readonly balances: readonly RailBalance[] | null;
  readonly problem: string | null;
}

interface Held {
  readonly count: number;
  readonly amount: Micros;
}

/** Reads balances from the executors, beside what the ledger holds for them. */
export async function readRails(
  { storage, clock, report }: Pick<Engine, "storage" | "clock" | "report">,
  rails: readonly Rail[],
): Promise<Rails> {
  const [{ held, isComplete }, readings] = await Promise.all([
    heldSpends(storage),
    Promise.all(rails.map((rail) => readBalances(rail, clock, report))),
  ]);
  const heldFor = new Map<string, Held>();
  for (const { spend } of held) {
    const { count, amount } = heldFor.get(spend.hold.executor) ?? nothingHeld;
    const next = { count: count + 1, amount: Micros.add(amount, amountHeld(spend)) };
    heldFor.set(spend.hold.executor, next);
  }
  const connected = rails.map((rail, index) =>
    railToWire(rail, readings[index], heldFor.get(rail.executor.provider)),
  );
  const names = new Set(connected.map(({ rail }) => rail));
  const others = [...heldFor].filter(([name]) => !names.has(name));
  return { rails: [...connected, ...others.map(disconnected)], isComplete };
}

/** Whether the account needs funding. Null if its balance is unknown. */
export function isLowBalance(
  { lowBalance }: Rail,
  balances: readonly RailBalance[] | null,
): boolean | null {
  if (lowBalance === null || balances === null) return null;
  const sum = balances.reduce((total, { amount }) => Micros.add(total, amount), Micros.zero);
  return sum < lowBalance;
}

export async function readBalances(
  { executor }: Rail,
  clock: Clock,
  report: (error: unknown) => void,
): Promise<Reading> {
  if (executor.balances === undefined) return { balances: null, problem: null };
  const asked = await askWithin(clock, timeoutMs, async () => executor.balances?.() ?? []);
  if (asked.kind === "answered") return { balances: asked.answer, problem: null };
  if (asked.kind === "timed_out") {
    return { balances: null, problem: "The payment executor did not answer in time." };
  }
  return { balances: null, problem: problemOf(asked.error, report) };
}

/** Other errors may contain secrets. */
export function problemOf(error: unknown, report: (error: unknown) => void): string {
  if (isTreasuryError(error)) return error.message;
  report(error);
  return "The payment executor failed.";
}

const nothingHeld: Held = { count: 0, amount: Micros.zero };

function railToWire(
  rail: Rail,
  { balances, problem }: Reading = { balances: null, problem: null },
  { count, amount }: Held = nothingHeld,
): RailOnWire {
  const { executor, lowBalance } = rail;
  return {
    rail: executor.provider,
    mode: modeOf(executor),
    balances:
      balances?.map((one) => ({ asset: one.asset, amountUsd: Micros.toUsd(one.amount) })) ?? null,
    problem,
    heldUsd: Micros.toUsd(amount),
    heldCount: count,
    lowBalanceUsd: lowBalance === null ? null : Micros.toUsd(lowBalance),
    isLow: isLowBalance(rail, balances) ?? false,
    canReconcile: executor.movements !== undefined,
  };
}

function disconnected([rail, { count, amount }]: readonly [string, Held]): RailOnWire {
  return {
    rail,
    mode: null,
    balances: null,
    problem: "No payment executor of this name is connected.",
    heldUsd: Micros.toUsd(amount),
    heldCount: count,
    lowBalanceUsd: null,
    isLow: false,
    canReconcile: false,
  };
}
