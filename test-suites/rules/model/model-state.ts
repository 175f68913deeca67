import { Micros } from "@agent-treasury/provider";
import type { Allocation, WrittenRequirement, WrittenRule } from "@agent-treasury/rules";
import type { PersonName, StepSpend } from "../histories/rule-history.ts";
import type { Fact, ModelCharge } from "./fact.ts";
import { type WallTime, wallTimeIn } from "./local-windows.ts";

export interface ModelProposal extends StepSpend {
  readonly id: string;
  readonly epoch: number;
  readonly status: "pending" | "denied" | "approved" | "executed" | "failed";
  readonly verdict: "safe" | "review" | "blocked";
  readonly isAutomatic: boolean;
  /** The rule that decided its verdict; null for another reason. */
  readonly reasonBy: string | null;
  /** Undefined without a failure. */
  readonly failureBy: string | null | undefined;
  readonly requirements: readonly WrittenRequirement[];
  readonly approvers: readonly PersonName[];
  /** Lower amounts that approvers named. */
  readonly named: readonly bigint[];
  readonly expiresAt: number | null;
  readonly isExpired: boolean;
  readonly isHeldNow: boolean;
  readonly captured: bigint;
  /** The limits that count it since it was held or executed. */
  readonly charges: readonly ModelCharge[];
}

/** Everything that happened in a workspace. */
export interface ModelState {
  readonly wallTime: WallTime;
  readonly proposalLifetimeMs: number | null;
  readonly startingCapital: Micros;
  readonly epoch: number;
  readonly rules: readonly WrittenRule[];
  readonly allocations: readonly Allocation[];
  readonly facts: readonly Fact[];
  readonly proposals: readonly ModelProposal[];
  /** Captures and credits that are recorded. */
  readonly recorded: readonly string[];
}

export function openingModel(
  timeZone: string,
  startingCapital: Micros,
  proposalLifetimeMs: number | null,
): ModelState {
  return {
    wallTime: wallTimeIn(timeZone),
    proposalLifetimeMs,
    startingCapital,
    epoch: 1,
    rules: [],
    allocations: [],
    facts: [],
    proposals: [],
    recorded: [],
  };
}

/** What limits count. */
export function payable({ amount, named }: Pick<ModelProposal, "amount" | "named">): bigint {
  return named.reduce((lowest, one) => (one < lowest ? one : lowest), amount as bigint);
}

/** Balance without held amounts. */
export function availableIn({ facts, proposals, startingCapital }: ModelState): bigint {
  let balance: bigint = startingCapital;
  for (const fact of facts) {
    if (fact.kind === "reset") balance = Micros.zero;
    if (fact.kind === "credited") balance += fact.amount;
    if (fact.kind === "expense") balance -= fact.amount;
  }
  for (const one of proposals) if (one.isHeldNow) balance -= payable(one);
  return balance;
}

export function chainIn(
  state: Pick<ModelState, "allocations">,
  id: string | null,
): readonly string[] {
  const found = state.allocations.find((one) => one.id === id);
  return found === undefined ? [] : [found.id, ...chainIn(state, found.parent)];
}

export function replaced(state: ModelState, proposal: ModelProposal): ModelState {
  const others = state.proposals.filter(({ id }) => id !== proposal.id);
  return { ...state, proposals: [...others, proposal] };
}

export function withFacts(state: ModelState, ...facts: readonly Fact[]): ModelState {
  return { ...state, facts: [...state.facts, ...facts] };
}

/** Pending proposals expire before any other change. */
export function expired(state: ModelState, now: number): ModelState {
  const proposals = state.proposals.map((one): ModelProposal => {
    if (one.status !== "pending" || one.expiresAt === null || one.expiresAt > now) return one;
    return { ...one, status: "denied", failureBy: null, isExpired: true };
  });
  return { ...state, proposals };
}
