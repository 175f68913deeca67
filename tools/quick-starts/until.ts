const patienceMs = 300_000;

/** Polls until there is a value. */
export async function until<Value>(
  what: string,
  find: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  const patience = Date.now() + patienceMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > patience) throw new Error(`Waited five minutes for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
