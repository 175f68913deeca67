import {
  type Clock,
  type PaymentExecutor,
  type PreflightAnswer,
  type PreflightOrder,
} from "@agent-treasury/provider";
import { askWithin } from "../../../kernel/ask-within.ts";
import { readableText } from "./read-outcome.ts";

const preflightTimeoutMs = 5_000;

/** Returns why the executor cannot pay now. Null if it can, or if it does not answer. */
export async function preflightSpend(
  executor: PaymentExecutor,
  clock: Clock,
  order: Omit<PreflightOrder, "signal">,
): Promise<string | null> {
  const { preflight } = executor;
  if (preflight === undefined) return null;
  const asked = await askWithin(clock, preflightTimeoutMs, (signal) =>
    preflight.call(executor, { ...order, signal }),
  );
  if (asked.kind !== "answered") return null;
  return impossibilityIn(executor.provider, asked.answer);
}

/** External code may return anything. */
function impossibilityIn(provider: string, answer: PreflightAnswer | undefined): string | null {
  if (answer?.kind !== "insufficient_funds" && answer?.kind !== "unsupported") return null;
  const given = readableText(answer.reason);
  const why = answer.kind === "unsupported" ? "The payment is unsupported." : "Funds are missing.";
  return `The payment executor ${provider} cannot pay this now. ${given === "" ? why : given}`;
}
