import type { Commit } from "@agent-treasury/provider";

/**
 * What happens to a commit:
 * - `none`: it is forwarded, and its outcome is returned.
 * - `unclear_landed`: it is forwarded, and its outcome is lost.
 * - `unclear_lost`: it is not forwarded, and returns `unclear`.
 * - `unclear_late`: it returns `unclear`, and is forwarded some time later, as when a database
 *   completes a statement after its connection broke.
 * - `conflict`: it returns `conflict` without being forwarded.
 * - `rejected`: it returns `rejected` without being forwarded.
 */
export type FaultKind =
  | "none"
  | "unclear_landed"
  | "unclear_lost"
  | "unclear_late"
  | "conflict"
  | "rejected";

export interface Fault {
  readonly kind: FaultKind;
  /** Before the call, and before a late commit. */
  readonly delayMs: number;
}

/** Selects the fault of each commit, in order. */
export interface FaultPlan {
  next(commit: Commit): Fault;
}

/** Returns these faults in order, then none. */
export function scriptedFaults(faults: readonly (FaultKind | Fault)[]): FaultPlan {
  const left = [...faults];
  return {
    next: () => {
      const fault = left.shift() ?? "none";
      return typeof fault === "string" ? { kind: fault, delayMs: 0 } : fault;
    },
  };
}

export interface FaultRates {
  /** The same seed produces the same faults for the same commits. */
  readonly seed: number;
  /** Of a thousand commits, the number with each fault. */
  readonly perMille: Readonly<Partial<Record<Exclude<FaultKind, "none">, number>>>;
  readonly maximumDelayMs?: number;
}

/** Pseudo-random faults that are reproducible by their seed. */
export function seededFaults({ seed, perMille, maximumDelayMs = 0 }: FaultRates): FaultPlan {
  const next = randomFractions(seed);
  return {
    next: () => {
      let left = next() * 1_000;
      const delayMs = Math.floor(next() * (maximumDelayMs + 1));
      for (const [kind, rate] of Object.entries(perMille)) {
        left -= rate;
        if (left < 0) return { kind: kind as FaultKind, delayMs };
      }
      return { kind: "none", delayMs };
    },
  };
}

/** The generator xorshift32: fractions in [0, 1). */
function randomFractions(seed: number): () => number {
  let state = Math.imul(seed | 0, 2_654_435_761) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
