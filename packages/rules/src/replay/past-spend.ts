import type { Micros } from "@agent-treasury/provider";
import type { Proposer } from "../approvals/progress.ts";
import type { RuleSet } from "../rule-set/rule-set.ts";

/** A past spend with the facts by which it was judged. It contains no free text. */
export interface PastSpend {
  readonly id: string;
  /** Position among the workspace's proposals. */
  readonly ordinal: number;
  readonly epoch: number;
  readonly amount: Micros;
  /** Below `amount` if approvers lowered it. */
  readonly approvedAmount: Micros;
  /** `name:` and the vendor's name, what a rail proves, or a stand-in for an erased name. */
  readonly payee: string;
  /** Whether a rail proves the payee. Missing for false. */
  readonly isPayeeProven?: true;
  /** Normalised name of the vendor, or the stand-in. */
  readonly vendor: string;
  readonly category: string | null;
  readonly agentId: string;
  readonly proposer: Proposer;
  /** The vendor as it was written; null if it was erased. */
  readonly name: string | null;
  /** False if vendor and category were erased before their hashes were stored. */
  readonly hasNames: boolean;
  readonly proposed: PastProposal;
  readonly decision: PastDecision;
  readonly approvals: readonly PastApproval[];
  /** The evaluation of the last approval that counted; null without one. */
  readonly approved: PastEvaluation | null;
  readonly movements: readonly Movement[];
}

/** Position in the workspace's commits. */
export type Order = readonly [version: number, position: number];

export interface PastMoment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Null for a record of an earlier version, which is ordered by time. */
  readonly order: Order | null;
}

/** What an evaluation read besides the rules. */
export interface PastEvaluation extends PastMoment {
  readonly rail: string;
  /** The spend's allocation, then its ancestors. */
  readonly allocations: readonly string[];
  /** The verdict of the allocations, which is not part of a rule set. */
  readonly allocated: AllocationVerdict;
  /** Null for a record of an earlier version. */
  readonly observed: Observed | null;
}

export type AllocationVerdict = "pass" | "limit" | "denied";

/** The numbers that the five limits compared. */
export interface Observed {
  /** Balance without held amounts. */
  readonly available: Micros;
  /** What remained of the day's cap. */
  readonly dayLeft: Micros;
  readonly reserve: Micros;
  /** Whether the amount was above the maximum of one spend. */
  readonly isOverMaximum: boolean;
}

export interface PastProposal extends PastEvaluation {
  /** The verdict of screening and judge. */
  readonly screened: "safe" | "review" | "blocked";
  /** Whether the amount was below the limit of automatic approval. */
  readonly isSmall: boolean;
  /** What remained of the day's automatic approvals. */
  readonly automaticLeft: Micros;
  /**
   * Why policy could not approve it: the judge was not asked or did not answer, too many payments
   * were held, or the agent had read content.
   */
  readonly obstacle: "judge" | "silence" | "held" | "content" | null;
  /** Policy needed a rule that allows the payee, because no person named or approved it. */
  readonly isUnknownPayee: boolean;
}

export type PastDecision =
  /** Pending, expired, or withdrawn by a reset or its agent. */
  | { readonly kind: "none" }
  /** Denied at its proposal. */
  | { readonly kind: "denied" }
  /** Denied by a person. */
  | { readonly kind: "declined" }
  | {
      readonly kind: "approved";
      readonly isAutomatic: boolean;
      /** Whether a limit failed it at its execution. */
      readonly isRefused: boolean;
      /** Whether an executor paid it, so that its amount was held. */
      readonly isHeld: boolean;
    };

export interface PastApproval {
  /** Null for an approval without sign-in. */
  readonly person: string | null;
  /** Null if the approver was not recorded. */
  readonly groups: readonly string[] | null;
}

/** What happened to money after the decision. */
export type Movement = PastMoment &
  (
    | { readonly kind: "captured"; readonly amount: Micros; readonly epoch: number }
    | { readonly kind: "released" }
  );

/** A publication of rules in the workspace's history. */
export interface PastPublication extends PastMoment {
  readonly ruleSet: RuleSet;
}
