import type { Allocation, WrittenRule } from "@agent-treasury/rules";

/** A rule type with the test that shows it. */
export interface RuleRow {
  /** The rule type, as the documentation lists it. */
  readonly type: string;
  /** The title of its test. */
  readonly title: string;
  readonly rules: readonly WrittenRule[];
  readonly allocations?: readonly Allocation[];
  /** Each runs in a workspace of its own. */
  readonly cases: readonly RuleCase[];
}

export interface RuleCase {
  readonly name: string;
  readonly before?: readonly PastStep[];
  readonly spend: GivenSpend;
  /** Published after the spend was proposed. */
  readonly publishedMeanwhile?: readonly WrittenRule[];
  /** In this order, until the spend is decided. By default: Ada, Ben, Cyd, Dan. */
  readonly approvers?: readonly Approver[];
  readonly outcome: Outcome;
}

export interface GivenSpend {
  /** ISO 8601. By default the time of the step before. */
  readonly at?: string;
  readonly usd: number;
  readonly vendor?: string;
  readonly category?: string;
  readonly agentId?: string;
  readonly allocationId?: string;
  /** Paid by an executor, so that the amount is held. */
  readonly isHeld?: boolean;
  /** The person behind the agent. */
  readonly behind?: Approver;
}

export type PastStep =
  | (GivenSpend & {
      /** By default the spend is approved if necessary. */
      /** By default at once. */
      readonly decidedAt?: string;
      readonly then?: "proposed" | "denied" | "released" | { readonly capturedUsd: number };
    })
  | { readonly at?: string; readonly reset: true }
  | { readonly publish: readonly WrittenRule[] };

/** Ada is in finance, Ben in finance and legal, Cyd in legal, Dan in no group. */
export type Approver = "ada" | "ben" | "cyd" | "dan";

/** The name of the rule follows `denied by` and `fails by`. */
export type Outcome =
  | "automatic"
  | `after ${number} approvals`
  | "never complete"
  | `denied by ${string}`
  | `fails by ${string}`;
