import type { Micros } from "@agent-treasury/provider";
import { type Allocation, chainOf, type RuleSet, type Window } from "@agent-treasury/rules";

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

/** A credential of an external agent in the hands of the attacker. */
export interface LeakedCredential {
  /** The only allocation of its spends. Null for any, and none. */
  readonly allocationId: string | null;
  /** Milliseconds since 1970. Null without an expiry. */
  readonly expiresAt: number | null;
  /** The payees that policy pays beside those that rules allow. Null for any. */
  readonly payees: readonly PayablePayee[] | null;
}

/** A payee that persons approved, or that the deployment lists. */
export interface PayablePayee {
  /** Null for any payee, because the name was erased. */
  readonly name: string | null;
  readonly rail: string;
  /** Maximum of each spend. */
  readonly maximum: Micros;
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
  readonly allocations: readonly Allocation[];
  /** Of `agentId`. Default: the attacker is any agent, for whom every payee is named or known. */
  readonly credential?: LeakedCredential;
  /**
   * What limits without groups have used, by their ids: micros, or a number of spends. The id of an
   * allocation begins with `allocation:`. The attacker then begins now. Default: nothing, and the
   * attacker chooses the first instant.
   */
  readonly used?: ReadonlyMap<string, bigint>;
  /** Rails of the deployment beside those that rules name. */
  readonly rails: readonly string[];
}

export function isAutomaticAttack({ attacker }: Pick<Attack, "attacker">): boolean {
  return attacker === "agent";
}

/** An allocation with a limit of its own. */
export type LimitedAllocation = Allocation & { readonly limit: NonNullable<Allocation["limit"]> };

export function limitedAllocations({ allocations }: Attack): readonly LimitedAllocation[] {
  return allocations.filter((one): one is LimitedAllocation => one.limit !== null);
}

/** Returns what the attacker can name, each with the allocations above it. */
export function openChains({
  allocations,
  credential,
  now,
}: Attack): readonly (readonly string[])[] {
  const own = credential?.allocationId ?? null;
  const chains = allocations
    .filter(({ id }) => own === null || id === own)
    .map(({ id }) => chainOf(allocations, id))
    .filter((chain) => chain !== null)
    .filter((chain) =>
      chain.every((one) => !one.isArchived && (one.endsAt === null || one.endsAt > now)),
    )
    .map((chain) => chain.map(({ id }) => id));
  return own === null ? [[], ...chains] : chains;
}

/** The source of an allocation's limit, beside the ids of rules, which have no colon. */
export function allocationSource(id: string): string {
  return `allocation:${id}`;
}
