import {
  type PaymentMode,
  type SpendExecutor,
  type SpendFinding,
  type SpendOrder,
  type SpendOutcome,
  Micros,
} from "@agent-treasury/provider";
import { ScriptedPayee, type ScriptedPayment } from "./scripted-payee.ts";

/** What the stand-in does with a call to pay. */
export type ScriptedAnswer =
  | "pay"
  /** Pays twice what was ordered, as a card network may. */
  | "pay_more"
  | "decline"
  /** Accepts, and ends when `finish` says so. */
  | "accept"
  /** Pays, and throws as a connection that breaks. */
  | "pay_then_fail"
  /** Throws before anything is paid. */
  | "fail"
  /** Pays, and never answers. */
  | "pay_then_hang"
  /** Never answers, and pays nothing. */
  | "hang"
  | "unknown";

/** How the stand-in behaves. */
export interface ScriptedExecutorOptions {
  /** What to do with the n-th call to pay, from 0; `pay` unless given. */
  readonly script?: (order: SpendOrder, call: number) => ScriptedAnswer;
  /** After which the payee forgets a key, and that it paid; a day unless given. */
  readonly keyLifetimeMs?: number;
  /** `sandbox` unless given. */
  readonly mode?: PaymentMode;
  /** `scripted` unless given. */
  readonly provider?: string;
  /** Milliseconds since 1970; the machine's clock unless given. */
  readonly now?: () => number;
}

/** An executor that moves no money, and tells a test what it would have paid. */
export interface ScriptedExecutor extends SpendExecutor {
  /** Every payment that would have been made. */
  readonly payments: readonly ScriptedPayment[];
  /** Every call, first to last. */
  readonly calls: readonly { readonly call: "pay" | "find"; readonly proposalId: string }[];
  /** Ends what was accepted, and tells the outcome. */
  finish(proposalId: string, end: "paid" | "declined"): SpendOutcome;
}

const day = 86_400_000;

/**
 * A stand-in for tests and trials: it pays nobody. What it says that it paid is in `payments` alone,
 * which lives as long as the process.
 *
 * @example
 * ```ts
 * import { scriptedExecutor } from "@agent-treasury/sandbox";
 *
 * const executor = scriptedExecutor({ script: () => "pay_then_fail" });
 * ```
 */
export function scriptedExecutor(options: ScriptedExecutorOptions = {}): ScriptedExecutor {
  const { script = () => "pay", keyLifetimeMs = day, now = Date.now } = options;
  const payee = new ScriptedPayee(keyLifetimeMs, now);
  const calls: { call: "pay" | "find"; proposalId: string }[] = [];
  const orders = new Map<string, SpendOrder>();
  let paid = 0;
  return {
    specificationVersion: "1",
    provider: options.provider ?? "scripted",
    keyLifetimeMs,
    mode: () => options.mode ?? "sandbox",
    payments: payee.payments,
    calls,
    pay: async (order) => {
      calls.push({ call: "pay", proposalId: order.proposalId });
      orders.set(order.proposalId, order);
      paid += 1;
      return answer(payee, order, script(order, paid - 1));
    },
    find: async (order): Promise<SpendFinding> => {
      calls.push({ call: "find", proposalId: order.proposalId });
      return payee.find(order);
    },
    finish: (proposalId, end) => {
      const order = orders.get(proposalId);
      if (order === undefined) throw new Error(`Nobody ordered ${proposalId}.`);
      return payee.finish(order, end);
    },
  };
}

function answer(
  payee: ScriptedPayee,
  order: SpendOrder,
  scripted: ScriptedAnswer,
): SpendOutcome | Promise<SpendOutcome> {
  switch (scripted) {
    case "pay":
      return payee.pay(order, order.amount);
    case "pay_more":
      return payee.pay(order, Micros.add(order.amount, order.amount));
    case "decline":
      return payee.decline(order);
    case "accept":
      return payee.accept(order);
    case "pay_then_fail":
      payee.pay(order, order.amount);
      throw new Error("The connection broke before the answer came.");
    case "fail":
      throw new Error("The connection broke before anything was sent.");
    case "pay_then_hang":
      payee.pay(order, order.amount);
      return new Promise(() => {});
    case "hang":
      return new Promise(() => {});
    case "unknown":
      return { kind: "unknown", reason: "The payee does not say." };
  }
}
