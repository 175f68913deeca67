const patienceMs = 60_000;

/**
 * Repeats a call until the condition holds, and resolves with that result.
 *
 * @throws Error with the last result after a minute.
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
      throw new Error(
        `The condition did not hold within a minute: ${String(holds)}. Last result: ${last}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
