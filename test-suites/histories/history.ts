import type { Micros } from "@agent-treasury/provider";
import type { PaymentIdentity, SpendingLimits } from "../../packages/treasury-core/src/domain.ts";

/** A step on a workspace, as printable data. */
export type Step =
  | {
      readonly kind: "propose";
      readonly id: string;
      readonly amount: Micros;
      readonly purpose: Purpose;
    }
  | { readonly kind: "decide"; readonly id: string; readonly decision: "approve" | "deny" }
  | { readonly kind: "hold"; readonly id: string; readonly autoApproved: boolean }
  | { readonly kind: "settle"; readonly id: string; readonly captured: Micros }
  | { readonly kind: "release"; readonly id: string }
  | {
      readonly kind: "credit";
      readonly session: string;
      readonly type: "deposit" | "revenue";
      readonly amount: Micros;
    }
  | {
      readonly kind: "reverse";
      readonly reversal: string;
      readonly session: string;
      readonly amount: Micros;
    }
  /** Part of an executed spend is refunded. */
  | { readonly kind: "refund"; readonly amount: Micros }
  | { readonly kind: "set_budget"; readonly overrides: Partial<SpendingLimits> }
  | { readonly kind: "reset"; readonly verified: boolean };

/**
 * The purpose of a spend: screening finds the first safe, sends the second to review and blocks the
 * third.
 */
export type Purpose = "office paper" | "a gift card" | "counterfeit watches";

/** A step with its committer. */
export interface Move {
  readonly committer: number;
  readonly step: Step;
}

/** A change of the clock followed by concurrent steps. */
export interface Round {
  /** Elapsed time. */
  readonly advanceMs: number;
  /** A change of the clock beyond elapsed time. */
  readonly jumpMs: number;
  readonly moves: readonly Move[];
}

/** A deployment's settings. */
export interface Settings {
  readonly startingCapital: Micros;
  readonly limits: SpendingLimits;
  readonly autoApproveDaily: Micros | null;
  readonly proposalLifetimeMs: number | null;
  /** For each committer, the connected payment processor. */
  readonly payments: readonly (PaymentIdentity | null)[];
  /** Whether commits meet faults. */
  readonly faults: boolean;
}

/** A workspace's steps, generated from its seed. */
export interface History {
  readonly seed: number;
  readonly settings: Settings;
  readonly rounds: readonly Round[];
}

/** The only vendor of a history. */
export const vendor = "Acme";

/** The beginning of every history: shortly before a midnight, UTC. */
export const beginning: number = Date.UTC(2026, 10, 3, 23, 50);
