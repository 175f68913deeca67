/** Whether the long form of the tests was requested, which repeats everything twenty times as often. */
export const isLong: boolean = process.env["TEST_LONG"] !== undefined;

/** How often something is done: so many times, or twenty times as many in the long form. */
export function times(short: number): number {
  return isLong ? short * 20 : short;
}

/** A limit for a test that hangs: so many milliseconds, or twenty times as many. */
export function limitMs(short: number): number {
  return times(short);
}

/** The seed of this run: `FAULT_SEED`, or another one each time. Every failure names it. */
export function seedOfRun(): number {
  return Number(process.env["FAULT_SEED"] ?? Date.now() % 1_000_000_000);
}

/** Prints what occurred, in the long form only. The short form prints it when a test fails. */
export function tellCounts(what: string, counts: object): void {
  if (isLong) console.info(`${what}: ${JSON.stringify(counts)}`);
}
