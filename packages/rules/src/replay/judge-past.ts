import { Micros } from "@agent-treasury/provider";
import type { CounterKey } from "../counters/counter-key.ts";
import type { Counter } from "../counters/counter.ts";
import { evaluate, type RuleEvaluation } from "../evaluate/evaluate.ts";
import { neededBy } from "../evaluate/needed-by.ts";
import type { RuleMemory } from "../evaluate/rule-memory.ts";
import type { Moment } from "../evaluate/situation.ts";
import type { SpendFacts } from "../evaluate/spend-facts.ts";
import { type Difference, differenceBetween } from "./money-book.ts";
import type { Observed, PastEvaluation, PastSpend } from "./past-spend.ts";
import type { Explanation, ReplayState } from "./replay-state.ts";
import { counterIn, isSharedIn, paidKey, type RuleUsage } from "./rule-usage.ts";

/** The verdict on a past spend under the rules that are replayed. */
export interface PastJudgement {
  readonly evaluation: RuleEvaluation;
  readonly difference: Difference;
  /** The first of the five limits that does not allow the spend; null without one. */
  readonly limit: FiveLimit | null;
  /** Whether an allocation's verdict could be another one, because its usage differs. */
  readonly isAllocationUncertain: boolean;
  /** Whether a rule read the balance. */
  readonly usesBalance: boolean;
  /** Whether a rule compares later proposals with this one. */
  readonly isCompared: boolean;
}

export type FiveLimit = "max-spend-per-action" | "daily-spend-cap" | "min-reserve";

/** Without recorded numbers, the balance is assumed to suffice. */
const sufficient = Micros.of(10n ** 18n);

export function judgePast(
  state: ReplayState,
  spend: PastSpend,
  past: PastEvaluation,
  moment: Moment,
): PastJudgement {
  const { usage, clock } = state;
  const difference = differenceBetween(state.fact, state.replayed);
  const { observed } = past;
  const available =
    observed === null ? sufficient : Micros.add(observed.available, difference.available);
  const memory = new PastMemory(usage, available);
  const approvedAmount = moment === "proposal" ? spend.amount : spend.approvedAmount;
  const facts = { ...factsOf(spend, past), approvedAmount };
  const evaluation = evaluate(usage.compiled, facts, memory, clock, moment);
  const isCompared =
    moment === "proposal" && usage.findsDuplicates && neededBy(usage.compiled, facts).duplicate;
  return {
    evaluation,
    difference,
    limit: observed && passedLimit(approvedAmount, observed, difference),
    isAllocationUncertain: isAllocationUncertain(state, past),
    usesBalance: memory.usesBalance,
    isCompared,
  };
}

/** A class, because V8 creates a hidden class for each object that a literal with accessors creates. */
class PastMemory implements RuleMemory {
  usesBalance = false;
  readonly #usage: RuleUsage;
  readonly #available: Micros;

  constructor(usage: RuleUsage, available: Micros) {
    this.#usage = usage;
    this.#available = available;
  }

  counter(key: CounterKey): Counter {
    return counterIn(this.#usage, key);
  }

  isShared(key: CounterKey): boolean {
    return isSharedIn(this.#usage, key);
  }

  knownSince(payee: string): number | null {
    return this.#usage.paid.get(paidKey(payee)) ?? null;
  }

  lastProposed(payee: string, amount: Micros): number | null {
    return this.#usage.proposed.get(comparedKey(payee, amount)) ?? null;
  }

  get available(): Micros {
    this.usesBalance = true;
    return this.#available;
  }
}

export function comparedKey(payee: string, amount: Micros): string {
  return `${Micros.toText(amount)} ${paidKey(payee)}`;
}

function factsOf(
  spend: PastSpend,
  { rail, allocations, at }: PastEvaluation,
): Omit<SpendFacts, "approvedAmount"> {
  const { amount, payee, isPayeeProven = false, vendor, name, category, agentId } = spend;
  const identity = { id: payee, isSelfReported: !isPayeeProven };
  const written = name === null ? {} : { writtenVendor: name };
  const spending = { amount, payee: identity, vendor, ...written, category, agentId };
  return { ...spending, allocations, rail, at };
}

function passedLimit(amount: Micros, observed: Observed, difference: Difference): FiveLimit | null {
  if (observed.isOverMaximum) return "max-spend-per-action";
  if (amount > Micros.add(observed.dayLeft, difference.day)) return "daily-spend-cap";
  const left = Micros.subtract(Micros.add(observed.available, difference.available), amount);
  return left < observed.reserve ? "min-reserve" : null;
}

/** An allocation's limit is not recorded, so that another usage may change its verdict. */
function isAllocationUncertain(
  { allocated }: ReplayState,
  { allocations, allocated: verdict }: PastEvaluation,
): boolean {
  if (verdict === "denied") return false;
  const more = allocations.map((id) => allocated.get(id) ?? Micros.zero);
  return verdict === "limit"
    ? more.some((amount) => amount < 0n)
    : more.some((amount) => amount > 0n);
}

/**
 * Returns what creates the decisive rule or limit; null if screening or policy decided. It retains
 * no judgement, because thousands are retained.
 */
export function explanationOf(
  { evaluation: { denied, decisive }, limit }: PastJudgement,
  allocated: PastEvaluation["allocated"],
): (() => Explanation) | null {
  if (denied !== null && decisive !== null) return decisive.finding;
  if (limit !== null) return limitExplanations[limit];
  if (allocated !== "pass") return allocationExplanation;
  return decisive && decisive.finding;
}

const limitExplanations: Readonly<Record<FiveLimit, () => Explanation>> = {
  "max-spend-per-action": () => stoppedBy("max-spend-per-action", "deny"),
  "daily-spend-cap": () => stoppedBy("daily-spend-cap", "review"),
  "min-reserve": () => stoppedBy("min-reserve", "review"),
};

function stoppedBy(rule: FiveLimit, effect: Explanation["effect"]): Explanation {
  return { rule, effect, text: `Stopped by \`${rule}\` of the workspace.` };
}

const allocationExplanation = (): Explanation => ({
  rule: "allocation",
  effect: "review",
  text: "Stopped by its allocation.",
});
