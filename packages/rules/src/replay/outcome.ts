import type { PastSpend } from "./past-spend.ts";

/**
 * `denied`: by a rule, a limit or screening. `declined`: by a person. `waits`: needs approval.
 * `automatic`, `approved`: carried out. `failed`: approved, but a limit did not allow it.
 */
export type ReplayOutcome = "denied" | "declined" | "waits" | "automatic" | "approved" | "failed";

export function outcomeThen({ decision }: PastSpend): ReplayOutcome {
  switch (decision.kind) {
    case "none":
      return "waits";
    case "denied":
    case "declined":
      return decision.kind;
    case "approved":
      if (decision.isRefused) return "failed";
      return decision.isAutomatic ? "automatic" : "approved";
  }
}

export function isCarriedOut(outcome: ReplayOutcome): boolean {
  return outcome === "automatic" || outcome === "approved";
}

/** Why the outcome of a spend under other rules cannot be known. */
export type UnknownReason =
  /** An earlier version did not record the limits and the balance. */
  | "facts"
  /** The vendor was erased before its hash was stored. */
  | "vendor"
  /** The judge was not asked, because the spend needed approval in any case. */
  | "judge"
  /** The approvers or their groups were not recorded. */
  | "approvers"
  /** Other spends would have used more or less of an allocation. */
  | "allocation"
  /** The storage's clock was set back. */
  | "clock";
