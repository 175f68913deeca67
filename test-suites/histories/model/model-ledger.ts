import type { Micros } from "@agent-treasury/provider";
import type {
  PaymentIdentity,
  SpendingLimits,
} from "../../../packages/treasury-core/src/domain.ts";
import type { Circumstances } from "./circumstances.ts";
import { type ModelEntry, type ModelState, figuresOf } from "./model-state.ts";

const largestTotal = 8_000_000_000_000_000n;

/** Appends an entry; null when a total would exceed the largest amount on the wire. */
export function append(state: ModelState, entry: Omit<ModelEntry, "epoch">): ModelState | null {
  const after = { ...state, entries: [...state.entries, { ...entry, epoch: state.epoch }] };
  const { balance, deposits, revenue, expense } = figuresOf(after, entry.day);
  const totals: bigint[] = [balance, deposits, revenue, expense, revenue - expense];
  return totals.some((total) => total > largestTotal || total < -largestTotal) ? null : after;
}

/** The current limits. */
export function limitsNow(state: ModelState, { settings }: Circumstances): SpendingLimits {
  return { ...settings.limits, ...state.overrides };
}

/** The hard limit that a spend would exceed, if any. Only the first one is permanent. */
export function limitPassed(
  state: ModelState,
  amount: Micros,
  circumstances: Circumstances,
): "per_action" | "day" | "reserve" | null {
  const limits = limitsNow(state, circumstances);
  const { spentToday, held, balance } = figuresOf(state, circumstances.today);
  if (amount > limits.maxSpendPerAction) return "per_action";
  if (spentToday + held + amount > limits.dailySpendCap) return "day";
  if (balance - held - amount < limits.minReserve) return "reserve";
  return null;
}

/** Whether the account's processor differs from this one. */
export function isForeign(state: ModelState, payment: PaymentIdentity | null): boolean {
  const { payment: funded } = state;
  if (funded === null) return false;
  return payment === null || funded.provider !== payment.provider || funded.mode !== payment.mode;
}
