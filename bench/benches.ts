import type { Bench } from "./harness/bench.ts";

/** Every bench, in the order of docs/performance.md. */
export const benches: readonly Bench[] = [];
