import type { Clock } from "@agent-treasury/provider";

export type Asked<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "threw"; readonly error: unknown }
  /** `late` settles if the call still completes. Its rejection needs no handler. */
  | { readonly kind: "timed_out"; readonly late: Promise<Answer> };

/** Waits at most `timeoutMs`, even if external code ignores the signal. */
export async function askWithin<Answer>(
  clock: Clock,
  timeoutMs: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Asked<Answer>> {
  const call = new AbortController();
  const waiting = new AbortController();
  // Turns a synchronous throw into a rejection.
  const answering = Promise.resolve().then(() => ask(call.signal));
  const timedOut = clock.sleep(timeoutMs, waiting.signal).then(() => true);
  timedOut.catch(() => undefined);
  try {
    const first = await Promise.race([answering.then((answer) => ({ answer })), timedOut]);
    if (first === true) {
      call.abort(new Error("The call timed out."));
      return { kind: "timed_out", late: answering };
    }
    return { kind: "answered", answer: (first as { answer: Answer }).answer };
  } catch (error) {
    return { kind: "threw", error };
  } finally {
    waiting.abort();
  }
}
