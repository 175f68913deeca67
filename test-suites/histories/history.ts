import type { Micros } from "@agent-treasury/provider";
import type { PaymentIdentity, SpendingLimits } from "../../packages/treasury-core/src/domain.ts";

/** Something that is done to a workspace. Everything in it is data, so that a history can be printed. */
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
  /** Part of an executed spend comes back. */
  | { readonly kind: "refund"; readonly amount: Micros }
  | { readonly kind: "set_budget"; readonly overrides: Partial<SpendingLimits> }
  | { readonly kind: "reset"; readonly verified: boolean };

/** What a spend is for: the gate lets the first pass, doubts the second and blocks the third. */
export type Purpose = "office paper" | "a gift card" | "counterfeit watches";

/** A step, and which of the committers takes it. */
export interface Move {
  readonly committer: number;
  readonly step: Step;
}

/** What happens to the clock, and then, all at once, to the workspace. */
export interface Round {
  /** Elapsed time. */
  readonly advanceMs: number;
  /** What somebody sets the clock by, beyond what elapsed. */
  readonly jumpMs: number;
  readonly moves: readonly Move[];
}

/** What a deployment decided. */
export interface Settings {
  readonly startingCapital: Micros;
  readonly limits: SpendingLimits;
  readonly autoApproveDaily: Micros | null;
  readonly proposalLifetimeMs: number | null;
  /** For each committer, the kind of money that is connected. */
  readonly payments: readonly (PaymentIdentity | null)[];
  /** Whether commits meet faults on their way. */
  readonly faults: boolean;
}

/** A workspace's whole life, told by its seed. */
export interface History {
  readonly seed: number;
  readonly settings: Settings;
  readonly rounds: readonly Round[];
}

/** Who sells everything that a history buys. */
export const vendor = "Acme";

/** When every history begins: shortly before a midnight, UTC. */
export const beginning: number = Date.UTC(2026, 10, 3, 23, 50);
