import { Micros } from "@agent-treasury/provider";
import { amountUnder } from "./carry-out.ts";
import { isCarriedOut, type ReplayOutcome, type UnknownReason } from "./outcome.ts";
import type { PastSpend } from "./past-spend.ts";
import type { Explanation } from "./replay-state.ts";
import type { ReplayedSpend } from "./replay.ts";

/** What other rules would have done. Lists are bounded, and counts are not. */
export interface ReplayReport {
  readonly spends: number;
  readonly changed: number;
  /** Newest first. */
  readonly changes: readonly Change[];
  readonly unknown: number;
  /** Newest first. */
  readonly unknowns: readonly Unknown[];
  readonly unknownReasons: readonly { readonly reason: UnknownReason; readonly spends: number }[];
  /** The number of spends by outcome, in fact and under the rules. */
  readonly outcomes: readonly OutcomeCount[];
  readonly totals: ApprovedTotals;
  /** The largest differences first. */
  readonly vendors: readonly GroupTotals[];
  readonly agents: readonly GroupTotals[];
}

export interface Change {
  readonly spend: PastSpend;
  readonly before: ReplayOutcome;
  readonly after: ReplayOutcome;
  readonly finding: Explanation | null;
}

export interface Unknown {
  readonly spend: PastSpend;
  readonly outcome: ReplayOutcome;
  readonly reason: UnknownReason;
}

export interface OutcomeCount {
  readonly outcome: ReplayOutcome;
  readonly before: number;
  readonly after: number;
}

/** Amounts of spends that were carried out. */
export interface ApprovedTotals {
  readonly before: Micros;
  /** If no person approves what would have waited. */
  readonly ifNone: Micros;
  /** If persons approve all of it. */
  readonly ifAll: Micros;
}

export interface GroupTotals extends ApprovedTotals {
  readonly id: string;
  /** Null if it was erased. */
  readonly name: string | null;
  readonly spends: number;
  readonly changed: number;
}

export const maximumListed = 1_000;
export const maximumGroupsListed = 200;

const outcomes: readonly ReplayOutcome[] = [
  "automatic",
  "approved",
  "waits",
  "declined",
  "denied",
  "failed",
];

/**
 * @param ifNone the replay in which spends that would wait are not approved.
 * @param ifAll the replay in which they are.
 * @param isReported whether a spend is in the range of the report.
 */
export function reportOn(
  spends: readonly PastSpend[],
  ifNone: readonly ReplayedSpend[],
  ifAll: readonly ReplayedSpend[],
  isReported: (spend: PastSpend) => boolean,
): ReplayReport {
  const changes: Change[] = [];
  const unknowns: Unknown[] = [];
  const counts = new Map(outcomes.map((outcome) => [outcome, { before: 0, after: 0 }]));
  const reasons = new Map<UnknownReason, number>();
  const vendors = new Map<string, Group>();
  const agents = new Map<string, Group>();
  const all = newGroup("", null);
  for (const [index, spend] of spends.entries()) {
    const result = ifNone[index];
    const approved = ifAll[index];
    if (!isReported(spend) || result === undefined || approved === undefined) continue;
    const { before, after, reason, finding } = result;
    if (reason !== null) {
      unknowns.push({ spend, outcome: before, reason });
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    } else if (before !== after) changes.push({ spend, before, after, finding });
    for (const [outcome, side] of [
      [before, "before"],
      [after, "after"],
    ] as const) {
      const count = counts.get(outcome);
      if (count !== undefined) count[side] += 1;
    }
    const vendor = groupIn(vendors, spend.payee, spend.name);
    const agent = groupIn(agents, spend.agentId, spend.agentId);
    for (const group of [all, vendor, agent]) add(group, spend, result, approved);
  }
  return {
    spends: all.spends,
    changed: changes.length,
    changes: newestFirst(changes),
    unknown: unknowns.length,
    unknowns: newestFirst(unknowns),
    unknownReasons: [...reasons].map(([reason, count]) => ({ reason, spends: count })),
    outcomes: [...counts].map(([outcome, count]) => ({ outcome, ...count })),
    totals: { before: all.before, ifNone: all.ifNone, ifAll: all.ifAll },
    vendors: largestFirst(vendors),
    agents: largestFirst(agents),
  };
}

type Group = { -readonly [Field in keyof GroupTotals]: GroupTotals[Field] };

function newGroup(id: string, name: string | null): Group {
  const none = Micros.zero;
  return { id, name, spends: 0, changed: 0, before: none, ifNone: none, ifAll: none };
}

/** A name may be erased in older spends only. */
function groupIn(groups: Map<string, Group>, id: string, name: string | null): Group {
  const known = groups.get(id);
  const group = known ?? newGroup(id, name);
  if (known === undefined) groups.set(id, group);
  group.name = name ?? group.name;
  return group;
}

function add(
  group: Group,
  spend: PastSpend,
  { before, after, reason }: ReplayedSpend,
  approved: ReplayedSpend,
): void {
  group.spends += 1;
  if (before !== after && reason === null) group.changed += 1;
  group.before = Micros.add(group.before, paidUnder(spend, before));
  group.ifNone = Micros.add(group.ifNone, paidUnder(spend, after));
  group.ifAll = Micros.add(group.ifAll, paidUnder(spend, approved.after));
}

function paidUnder(spend: PastSpend, outcome: ReplayOutcome): Micros {
  return isCarriedOut(outcome) ? amountUnder(spend, outcome === "automatic") : Micros.zero;
}

function newestFirst<Item extends { readonly spend: PastSpend }>(items: Item[]): readonly Item[] {
  return items
    .sort((left, right) => right.spend.ordinal - left.spend.ordinal)
    .slice(0, maximumListed);
}

function largestFirst(groups: ReadonlyMap<string, Group>): readonly GroupTotals[] {
  return [...groups.values()].sort(bySize).slice(0, maximumGroupsListed);
}

function bySize(left: GroupTotals, right: GroupTotals): number {
  const difference = differenceOf(right) - differenceOf(left) || right.before - left.before;
  if (difference !== 0n) return difference > 0n ? 1 : -1;
  return left.id < right.id ? -1 : 1;
}

function differenceOf({ before, ifNone, ifAll }: GroupTotals): bigint {
  const [none, all] = [ifNone - before, ifAll - before];
  const [least, most] = [none < 0n ? -none : none, all < 0n ? -all : all];
  return least > most ? least : most;
}
