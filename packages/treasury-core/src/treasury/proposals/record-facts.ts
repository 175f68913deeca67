import { Micros } from "@agent-treasury/provider";
import { balanceOf } from "../../ledger/account.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import { needsPerson, type Opinion } from "../classifier/tighten-screening.ts";
import {
  autoApproveDailyOf,
  limitsOf,
  type Screening,
  type SpendingPolicy,
} from "../policy/spending-policy.ts";
import type { Judgement } from "../rules/judge-spend.ts";
import type {
  CaptureFact,
  EvaluationFacts,
  ProposalFacts,
  ProposedFacts,
} from "./proposal-facts.ts";

/** Further captures are added to the last one. */
const maximumCaptures = 8;

export function evaluationFacts(
  ledger: LedgerState,
  amount: Micros,
  { facts, allocated }: Judgement,
  policy: SpendingPolicy,
): EvaluationFacts {
  const { account } = ledger.head;
  const limits = limitsOf(account, policy);
  const available = Micros.subtract(balanceOf(account), account.held);
  const used = Micros.add(account.spentToday, account.held);
  const { rail, allocations } = facts;
  return {
    order: ledger.order,
    room: [
      Micros.toText(available),
      Micros.toText(Micros.subtract(limits.dailySpendCap, used)),
      Micros.toText(limits.minReserve),
    ],
    ...(amount > limits.maxSpendPerAction && { over: true }),
    ...(rail !== "ledger" && { rail }),
    ...(allocations.length > 1 && { chain: allocations }),
    ...(allocated !== "pass" && { allocated }),
  };
}

export function screeningFacts(
  { head }: LedgerState,
  {
    amount,
    opinion,
    hasReadContent = false,
  }: {
    readonly amount: Micros;
    readonly opinion?: Opinion;
    readonly hasReadContent?: boolean;
  },
  screened: Screening,
  { verdict }: Screening,
  policy: SpendingPolicy,
  usedToday: Micros,
): Omit<ProposedFacts, keyof EvaluationFacts> {
  const limits = limitsOf(head.account, policy);
  return {
    automatic: Micros.toText(Micros.subtract(autoApproveDailyOf(limits, policy), usedToday)),
    ...(amount < limits.autoApproveUnder && { small: true }),
    ...(screened.verdict !== verdict && { screened: screened.verdict }),
    ...(hasReadContent && { obstacle: "content" }),
    ...(opinion?.kind === "not_needed" && { obstacle: "judge" }),
    ...(needsPerson(opinion) && { obstacle: "silence" }),
  };
}

export function withCapture(
  facts: ProposalFacts,
  { order, head }: LedgerState,
  amount: Micros,
  now: number,
): ProposalFacts {
  const captures = facts.captures ?? [];
  const last = captures.length === maximumCaptures ? captures.at(-1) : undefined;
  const sum = last === undefined ? amount : Micros.add(Micros.of(last[3]), amount);
  const added: CaptureFact = [...order, now, Micros.toText(sum), head.epoch];
  return {
    ...facts,
    captures: [...(last === undefined ? captures : captures.slice(0, -1)), added],
  };
}
