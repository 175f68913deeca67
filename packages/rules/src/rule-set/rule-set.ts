import type { Micros } from "@agent-treasury/provider";
import type { Condition } from "../conditions/condition.ts";
import type { CalendarPeriod } from "../windows/calendar.ts";

/** Rules in the order in which they are shown. The order does not affect a verdict. */
export interface RuleSet {
  readonly rules: readonly Rule[];
}

export interface Rule {
  /** Lower-case letters, digits and `-`, at most 40 characters, unique in the set. */
  readonly id: string;
  /** All given conditions must hold. Without conditions, the rule applies to every spend. */
  readonly when: Condition;
  readonly then: Action;
  /** Replaces the explanation that agents and approvers see. */
  readonly message: string | null;
  /** Missing for always. */
  readonly valid?: Validity;
}

/** Milliseconds since 1970. `from` is inclusive, `until` exclusive. Null without that bound. */
export interface Validity {
  readonly from: number | null;
  readonly until: number | null;
}

export type Action =
  | { readonly kind: "deny" }
  | { readonly kind: "requireApprovals"; readonly requirement: Requirement }
  | { readonly kind: "autoApprove" }
  | { readonly kind: "keepAvailable"; readonly amount: Micros }
  | { readonly kind: "limit"; readonly limit: Limit }
  | { readonly kind: "duplicate"; readonly hours: number };

export interface Requirement {
  /** 1 to 10 distinct persons. */
  readonly count: number;
  /** Groups of which each counted person must be in at least one. Null for any person. */
  readonly from: readonly string[] | null;
  /** Does not count the person behind the agent. */
  readonly notProposer: boolean;
  /** Counts only approvals that the person signed with a passkey. Missing for false. */
  readonly passkey?: true;
  /** Does not count approvals through a channel, such as Slack. Missing for false. */
  readonly page?: true;
}

export interface Limit {
  readonly measure: Measure;
  /** `automatic` counts only spends that policy approved. */
  readonly counts: "all" | "automatic";
  /** Null for a limit per spend. */
  readonly window: Window | null;
  /** A separate counter for each value. */
  readonly by: GroupBy | null;
  /** What happens at proposal if the limit is passed. An execution always fails. */
  readonly atProposal: "deny" | "review";
}

export type Measure =
  | { readonly kind: "amount"; readonly maximum: Micros }
  /** Number of spends. */
  | { readonly kind: "count"; readonly maximum: number }
  /** Number of distinct payees without an earlier payment. */
  | { readonly kind: "newPayees"; readonly maximum: number };

export type GroupBy = "agent" | "vendor" | "category" | "allocation";

export type Window =
  | { readonly kind: "calendar"; readonly period: CalendarPeriod }
  /** Below an hour, `hours` is a number of minutes divided by 60. */
  | { readonly kind: "rolling"; readonly hours: number };

/** Rules of the service API. They always apply, and only their numbers can change. */
export const reservedRuleIds = [
  "max-spend-per-action",
  "daily-spend-cap",
  "min-reserve",
  "auto-approve-under",
  "auto-approve-daily",
] as const;
export type ReservedRuleId = (typeof reservedRuleIds)[number];
