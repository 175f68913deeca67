import type { Micros } from "@agent-treasury/provider";
import type { RuleSet, Window } from "@agent-treasury/rules";

/**
 * A span of time whose first instant the attacker chooses: 24 hours, 7 days, a month of at most 31
 * days, or a year of at most 366 days. It ends at the latest at the same local time of its last day.
 */
export type Horizon = "day" | "week" | "month" | "year";

/** `agent`: no person approves anything. `approver`: one person approves everything. */
export type Attacker = "agent" | "approver";

/** The five limits of a workspace, and the daily sum of automatic approvals. */
export interface AttackedLimits {
  readonly maxSpendPerAction: Micros;
  readonly autoApproveUnder: Micros;
  readonly autoApproveDaily: Micros;
  readonly dailySpendCap: Micros;
  readonly minReserve: Micros;
}

/** A standing approval, which replaces the approvals of persons. */
export interface AttackedStanding {
  readonly agentId: string;
  readonly vendor: string;
  /** Maximum of each spend. */
  readonly maximum: Micros;
  /** Null without a maximum per window. */
  readonly limit: { readonly maximum: Micros; readonly window: Window } | null;
  /** Maximum number of spends. Null without one. */
  readonly count: number | null;
}

export interface Attack {
  readonly ruleSet: RuleSet;
  readonly limits: AttackedLimits;
  readonly attacker: Attacker;
  readonly horizon: Horizon;
  /** The deployment's time zone. */
  readonly timeZone: string;
  /** The first instant is searched in the months after this time. */
  readonly now: number;
  /** Default: the agent that can spend most. */
  readonly agentId?: string;
  /** Default: unlimited. */
  readonly balance?: Micros;
  readonly standing?: readonly AttackedStanding[];
  /**
   * What limits without groups have used, by their ids: micros, or a number of spends. The attacker
   * then begins now. Default: nothing, and the attacker chooses the first instant.
   */
  readonly used?: ReadonlyMap<string, bigint>;
  /** Rails of the deployment beside those that rules name. Default: any. */
  readonly rails?: readonly string[];
}

export function isAutomaticAttack({ attacker }: Pick<Attack, "attacker">): boolean {
  return attacker === "agent";
}
