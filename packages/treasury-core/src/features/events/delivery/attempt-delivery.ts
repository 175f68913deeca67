import type { TreasuryEvent } from "@agent-treasury/contract";
import type { Clock } from "@agent-treasury/provider";
import { linkSignals, unlessAborted } from "../../../kernel/abort-signals.ts";
import { askWithin } from "../../../kernel/ask-within.ts";
import { readableText } from "../../payments/later.ts";
import { retryAfterMsOf } from "./backoff.ts";
import { timeoutMsOf } from "./delivery-times.ts";
import type { EventConsumer } from "./event-consumer.ts";

const longestNote = 100;

export type Attempted =
  | { readonly kind: "delivered"; readonly note: string | null; readonly milliseconds: number }
  | {
      readonly kind: "failed";
      readonly failure: string;
      readonly retryAfterMs: number | null;
      readonly milliseconds: number;
    }
  /**
   * The process closes, or has lost the lease. Whether the event arrived is unknown, so that it is
   * delivered again.
   */
  | { readonly kind: "aborted" };

/** Delivers once. `event` may throw, which counts as a failed delivery. */
export async function attemptDelivery(
  { clock, consumer, closing }: AttemptDeps,
  event: () => TreasuryEvent,
  target: string,
  attempt: number,
): Promise<Attempted> {
  const startedAt = clock.monotonic();
  const asked = await askWithin(clock, timeoutMsOf(consumer), async (timeout) => {
    const { signal, unlink } = linkSignals(timeout, closing);
    const delivering = consumer.deliver({ event: event(), target, attempt, signal });
    // Also after a timeout, so that a consumer that never returns leaves no listeners.
    return unlessAborted(delivering, signal).finally(unlink);
  });
  const milliseconds = Math.round(clock.monotonic() - startedAt);
  switch (asked.kind) {
    case "answered": {
      const note = readableText(asked.answer?.note).slice(0, longestNote).toWellFormed();
      return { kind: "delivered", note: note === "" ? null : note, milliseconds };
    }
    case "timed_out":
      return { kind: "failed", failure: "It timed out.", retryAfterMs: null, milliseconds };
    case "threw": {
      if (closing.aborted) return { kind: "aborted" };
      const { error } = asked;
      const failure = failureOf(error);
      return { kind: "failed", failure, retryAfterMs: retryAfterMsOf(error), milliseconds };
    }
  }
}

export interface AttemptDeps {
  readonly clock: Clock;
  readonly consumer: EventConsumer;
  /** Aborts deliveries when the process closes or has lost the lease. */
  readonly closing: AbortSignal;
}

function failureOf(error: unknown): string {
  const failure = readableText(error instanceof Error ? error.message : "");
  return failure === "" ? "It failed." : failure;
}
