import type { CounterKey } from "../counters/counter-key.ts";
import type { Charge } from "./needed-by.ts";

/** A counter that a spend was charged to. Identifies it after the rules may have changed. */
export interface StoredCharge extends CounterKey {
  /** Hash of a payee without an earlier payment. */
  readonly payee: string | null;
}

/** Returns the charges of a spend that policy or a person approved. */
export function countedCharges(
  charges: readonly Charge[],
  isAutoApproved: boolean,
): readonly Charge[] {
  return isAutoApproved ? charges : charges.filter(({ automaticOnly }) => !automaticOnly);
}

/** Returns what the settlement of a spend needs. */
export function storedCharges(
  charges: readonly Charge[],
  isAutoApproved: boolean,
): readonly StoredCharge[] {
  return countedCharges(charges, isAutoApproved).map(({ key, payee }) => ({ ...key, payee }));
}
