import type { Commit } from "@agent-treasury/provider";

/**
 * What happens to a commit on its way:
 * - `none`: it is passed on, and its outcome comes back.
 * - `unclear_landed`: it is passed on, and the outcome is lost.
 * - `unclear_lost`: it never arrives, and nobody can tell.
 * - `unclear_late`: the outcome is lost, and the commit arrives some time after that, as when a
 *   database works on behind a connection that broke.
 * - `conflict`: it is answered `conflict` without being passed on.
 * - `rejected`: it is answered `rejected` without being passed on.
 */
export type FaultKind =
  | "none"
  | "unclear_landed"
  | "unclear_lost"
  | "unclear_late"
  | "conflict"
  | "rejected";

/** One commit's share of bad luck. */
export interface Fault {
  readonly kind: FaultKind;
  /** Waited before the call that carries the commit, and before a late one arrives. */
  readonly delayMs: number;
}

/** Decides what happens to each commit, in the order in which they are sent. */
export interface FaultPlan {
  next(commit: Commit): Fault;
}

/** Faults in the order they are written down, and none after the last. */
export function scriptedFaults(faults: readonly (FaultKind | Fault)[]): FaultPlan {
  const left = [...faults];
  return {
    next: () => {
      const fault = left.shift() ?? "none";
      return typeof fault === "string" ? { kind: fault, delayMs: 0 } : fault;
    },
  };
}

/** How often a seeded plan does what. */
export interface FaultRates {
  /** The same seed gives the same faults to the same commits. */
  readonly seed: number;
  /** Of a thousand commits, how many meet each fault; the rest meet none. */
  readonly perMille: Readonly<Partial<Record<Exclude<FaultKind, "none">, number>>>;
  /** Delays are up to this; 0 by default. */
  readonly maximumDelayMs?: number;
}

/** Faults that look random, and are the same for the same seed. */
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

/** The generator xorshift32: fractions in [0, 1), good enough to choose faults with. */
function randomFractions(seed: number): () => number {
  let state = Math.imul(seed | 0, 2_654_435_761) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
