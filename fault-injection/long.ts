export { expectMet, seedOfRun } from "test-suites/histories";

/** Whether the long tests were requested, which repeat everything twenty times as often. */
export const isLong: boolean = process.env["TEST_LONG"] !== undefined;

/** A number of repetitions, multiplied in long tests. */
export function times(short: number, factor = 20): number {
  return isLong ? short * factor : short;
}

/** All storages in long tests. Otherwise one, chosen so that each serves about half of the tests. */
export function storesOfForm<Store>(all: readonly Store[], short: number): readonly Store[] {
  return isLong ? all : all.slice(short, short + 1);
}

/** The milliseconds after which a test hangs. No measure of speed: the machine may be slow. */
export const hangMs: number = times(600_000);

/** Prints counts in long tests. Other tests print them only on failure. */
export function printCounts(what: string, counts: object): void {
  if (isLong) console.info(`${what}: ${JSON.stringify(counts)}`);
}
