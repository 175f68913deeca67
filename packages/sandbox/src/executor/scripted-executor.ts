import {
  type PaymentMode,
  type PaymentExecutor,
  type SpendFinding,
  type SpendOrder,
  type SpendOutcome,
  Micros,
} from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { ScriptedPayee, type ScriptedPayment } from "./scripted-payee.ts";

/** The stand-in's behaviour for a payment call. */
export type ScriptedAnswer =
  | "pay"
  /** Pays twice the ordered amount, as a card network may. */
  | "pay_more"
  | "decline"
  /** Accepts, and completes when `finish` is called. */
  | "accept"
  /** Pays, and throws a connection error. */
  | "pay_then_fail"
  /** Throws before the payment. */
  | "fail"
  /** Throws a connection error, and pays unseen before the next payment. Only if it prepares. */
  | "pay_later"
  /** Pays, and never responds. */
  | "pay_then_hang"
  /** Never responds, and does not pay. */
  | "hang"
  | "unknown";

export interface ScriptedExecutorOptions {
  /** Selects the behaviour of each payment call, counted from 0; `pay` by default. */
  readonly script?: (order: SpendOrder, call: number) => ScriptedAnswer;
  /** The time until the payee forgets a key and its payment; one day by default. */
  readonly keyLifetimeMs?: number;
  /** `sandbox` by default. */
  readonly mode?: PaymentMode;
  /** `scripted` by default. */
  readonly provider?: string;
  /**
   * Whether payments are prepared, with a new nonce for each, and can be canceled. False by default.
   */
  readonly prepares?: boolean;
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number;
}

export interface ScriptedCall {
  readonly call: "pay" | "find" | "cancel";
  readonly proposalId: string;
}

/** An executor that moves no money and records its payments for tests. */
export interface ScriptedExecutor extends PaymentExecutor {
  /** The simulated payments. */
  readonly payments: readonly ScriptedPayment[];
  /** The calls in order. */
  readonly calls: readonly ScriptedCall[];
  /** Completes an accepted payment and returns the outcome. */
  finish(proposalId: string, end: "paid" | "declined"): SpendOutcome;
}

const day = 86_400_000;

const optionNames: NamesOf<ScriptedExecutorOptions> = {
  script: true,
  keyLifetimeMs: true,
  mode: true,
  provider: true,
  prepares: true,
  now: true,
};

/**
 * A payment executor for tests and trials. Its payments are simulated and held in memory.
 *
 * @example
 * ```ts
 * import { scriptedExecutor } from "@agent-treasury/sandbox";
 *
 * const executor = scriptedExecutor({ script: () => "pay_then_fail" });
 * ```
 */
export function scriptedExecutor(options: ScriptedExecutorOptions = {}): ScriptedExecutor {
  checkOptions("scriptedExecutor", options, optionNames);
  const { script = () => "pay", keyLifetimeMs = day, now = Date.now } = options;
  const payee = new ScriptedPayee(keyLifetimeMs, now);
  const calls: ScriptedCall[] = [];
  const orders = new Map<string, SpendOrder>();
  let paid = 0;
  return {
    specificationVersion: "1",
    provider: options.provider ?? "scripted",
    keyLifetimeMs,
    mode: () => options.mode ?? "sandbox",
    payments: payee.payments,
    calls,
    ...(options.prepares === true && {
      prepare: async () => ({ nonce: crypto.randomUUID() }),
      cancel: async (order: SpendOrder) => {
        calls.push({ call: "cancel", proposalId: order.proposalId });
        payee.cancel(order);
      },
    }),
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
      if (order === undefined) throw new Error(`There is no order ${proposalId}.`);
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
      throw new Error("The connection broke before the response.");
    case "pay_later":
      payee.payLater(order, order.amount);
      throw new Error("The connection broke before the response.");
    case "fail":
      throw new Error("The connection broke before the request was sent.");
    case "pay_then_hang":
      payee.pay(order, order.amount);
      return new Promise(() => {});
    case "hang":
      return new Promise(() => {});
    case "unknown":
      return { kind: "unknown", reason: "The payee does not report the outcome." };
  }
}
