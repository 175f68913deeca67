import { Micros } from "@agent-treasury/provider";
import { evaluate, type Evaluation } from "../evaluate/evaluate.ts";
import { neededBy } from "../evaluate/needed-by.ts";
import type { RuleMemory } from "../evaluate/rule-memory.ts";
import type { Moment } from "../evaluate/situation.ts";
import type { SpendFacts } from "../evaluate/spend-facts.ts";
import { type Difference, differenceBetween } from "./money-book.ts";
import type { Observed, PastEvaluation, PastSpend } from "./past-spend.ts";
import type { Explanation, ReplayState } from "./replay-state.ts";
import { counterIn } from "./rule-usage.ts";

/** The verdict on a past spend under the rules that are replayed. */
export interface PastJudgement {
  readonly evaluation: Evaluation;
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
  let usesBalance = false;
  const memory: RuleMemory = {
    counter: (key) => counterIn(usage, key),
    knownSince: (payee) => usage.paid.get(payee) ?? null,
    lastProposed: (payee, amount) => usage.proposed.get(comparedKey(payee, amount)) ?? null,
    get available() {
      usesBalance = true;
      return available;
    },
  };
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
    usesBalance,
    isCompared,
  };
}

export function comparedKey(payee: string, amount: Micros): string {
  return `${Micros.toText(amount)} ${payee}`;
}

function factsOf(
  spend: PastSpend,
  { rail, allocations, at }: PastEvaluation,
): Omit<SpendFacts, "approvedAmount"> {
  const { amount, payee, isPayeeProven = false, vendor, category, agentId } = spend;
  const identity = { id: payee, isSelfReported: !isPayeeProven };
  return { amount, payee: identity, vendor, category, agentId, allocations, rail, at };
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

/** Returns the decisive rule or limit; null if screening or policy decided. */
export function explanationOf(
  { evaluation, limit }: PastJudgement,
  allocated: PastEvaluation["allocated"],
): Explanation | null {
  const [first] = evaluation.decisiveFindings();
  if (evaluation.denied !== null && first !== undefined) return first;
  if (limit !== null) {
    const effect = limit === "max-spend-per-action" ? "deny" : "review";
    return { rule: limit, effect, text: `Stopped by \`${limit}\` of the workspace.` };
  }
  if (allocated !== "pass") {
    return { rule: "allocation", effect: "review", text: "Stopped by its allocation." };
  }
  return first ?? null;
}
