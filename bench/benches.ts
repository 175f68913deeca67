import type { Bench } from "./harness/bench.ts";
import { ledgerHot, ledgerMany, ledgerOne } from "./ledger/ledger-benches.ts";

/** Every bench, in the order of docs/performance.md. */
export const benches: readonly Bench[] = [ledgerHot, ledgerMany, ledgerOne];
