import { Micros } from "@agent-treasury/provider";
import type { StoredCharge } from "../evaluate/counted-charges.ts";
import type { Requirement, RuleSet } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { type MoneyBook, openBook, rollTo } from "./money-book.ts";
import type { ReplayOutcome, UnknownReason } from "./outcome.ts";
import type { PastSpend } from "./past-spend.ts";
import { resetUsage, type RuleUsage, usageUnder } from "./rule-usage.ts";

/** What happens to spends that would wait for persons who were never asked. */
export type Waiting = "waits" | "approved";

export interface ReplayState {
  readonly clock: LocalClock;
  readonly waiting: Waiting;
  readonly usage: RuleUsage;
  /** Money that spends moved in fact. */
  fact: MoneyBook;
  /** Money that they would have moved. */
  replayed: MoneyBook;
  /** What allocations would have used more than in fact. Negative for less. */
  readonly allocated: Map<string, Micros>;
  epoch: number;
  /** The latest time of any event so far. */
  latest: number;
  readonly spends: readonly SpendState[];
  /** Changed spends whose texts can be created, oldest first. */
  readonly explained: SpendState[];
}

/** One spend under the rules that are replayed. */
export interface SpendState {
  /** Null before its proposal. */
  outcome: ReplayOutcome | null;
  requirements: readonly Requirement[];
  charges: readonly StoredCharge[];
  /** Whether its amount is held, in fact and under the rules. */
  isHeldInFact: boolean;
  isHeld: boolean;
  captured: Micros;
  reason: UnknownReason | null;
  /** Creates the decisive rule's text, if the spend is among the newest changed ones. */
  explain: (() => Explanation) | null;
}

/** The decisive rule or limit. */
export interface Explanation {
  readonly rule: string;
  readonly effect: "deny" | "review" | "require" | "approve" | "pass";
  readonly text: string;
}

export function openState(
  ruleSet: RuleSet,
  spends: readonly PastSpend[],
  clock: LocalClock,
  waiting: Waiting,
): ReplayState {
  return {
    clock,
    waiting,
    usage: usageUnder(ruleSet),
    fact: openBook(),
    replayed: openBook(),
    allocated: new Map(),
    epoch: 0,
    latest: 0,
    explained: [],
    spends: spends.map((): SpendState => ({
      outcome: null,
      requirements: [],
      charges: [],
      isHeldInFact: false,
      isHeld: false,
      captured: Micros.zero,
      reason: null,
      explain: null,
    })),
  };
}

/** More than are listed, because spends may change in another order than they were proposed. */
const maximumExplained = 2_000;

/** Remembers how to explain a changed spend. The texts of all of them would take longer than all else. */
export function explainBy(
  { explained, waiting }: ReplayState,
  own: SpendState,
  create: (() => Explanation) | null,
): void {
  if (waiting === "approved") return;
  if (create !== null && own.explain === null) explained.push(own);
  own.explain = create;
  const dropped = explained.length > maximumExplained ? explained.shift() : undefined;
  if (dropped !== undefined) dropped.explain = null;
}

/** Begins another epoch after a reset, and another day. */
export function advance(state: ReplayState, epoch: number, at: number): void {
  if (epoch > state.epoch) {
    state.epoch = epoch;
    state.fact = openBook();
    state.replayed = openBook();
    state.allocated.clear();
    resetUsage(state.usage);
  }
  const { day } = state.clock(at);
  rollTo(state.fact, day);
  rollTo(state.replayed, day);
}

/** Adds to what allocations would have used more than in fact. */
export function addAllocated(
  { allocated }: ReplayState,
  ids: readonly string[],
  amount: Micros,
): void {
  for (const id of ids) allocated.set(id, Micros.add(allocated.get(id) ?? Micros.zero, amount));
}
