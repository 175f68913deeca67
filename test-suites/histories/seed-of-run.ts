const { FAULT_SEED, HISTORY_SEED, TEST_LONG } = process.env;

/**
 * The seed of a run: what `HISTORY_SEED` or `FAULT_SEED` gives, in long tests a random one, which is
 * printed, and otherwise always `usual`, so that a run of the tests repeats the one before.
 */
export function seedOfRun(usual = 1): number {
  const given = HISTORY_SEED ?? FAULT_SEED;
  if (given !== undefined) return Number(given);
  if (TEST_LONG === undefined) return usual;
  const seed = Date.now() % 1_000_000_000;
  console.info(`The seed of this run is ${seed}.`);
  return seed;
}
