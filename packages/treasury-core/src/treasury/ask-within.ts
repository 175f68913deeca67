import type { Clock } from "@agent-treasury/provider";

/** What came of asking somebody outside. */
export type Asked<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "threw"; readonly error: unknown }
  /** They may answer yet: `late` then resolves, or rejects. */
  | { readonly kind: "timed_out"; readonly late: Promise<Answer> };

/** Asks somebody outside, and waits no longer than `timeoutMs` whatever they do with the signal. */
export async function askWithin<Answer>(
  clock: Clock,
  timeoutMs: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Asked<Answer>> {
  const call = new AbortController();
  const waiting = new AbortController();
  // Called in a promise's turn, so that what throws at once is met like what rejects.
  const answering = Promise.resolve().then(() => ask(call.signal));
  const timedOut = clock.sleep(timeoutMs, waiting.signal).then(() => true);
  timedOut.catch(() => undefined);
  try {
    const first = await Promise.race([answering.then((answer) => ({ answer })), timedOut]);
    if (first === true) {
      call.abort(new Error("The treasury waits no longer for an answer."));
      return { kind: "timed_out", late: answering };
    }
    return { kind: "answered", answer: (first as { answer: Answer }).answer };
  } catch (error) {
    return { kind: "threw", error };
  } finally {
    waiting.abort();
  }
}
