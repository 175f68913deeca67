/** Longer than anything takes that a suite waits for. */
const patienceMs = 60_000;

/**
 * Asks until it holds, and resolves with that answer.
 *
 * @throws Error with the last answer, when it does not hold within a minute.
 */
export async function until<Value>(
  ask: () => Value | Promise<Value>,
  holds: (value: Value) => boolean,
): Promise<Value> {
  const patience = AbortSignal.timeout(patienceMs);
  for (;;) {
    const value = await ask();
    if (holds(value)) return value;
    if (patience.aborted) {
      const last = JSON.stringify(value);
      throw new Error(`For a minute it did not hold: ${String(holds)}. Last it was: ${last}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
