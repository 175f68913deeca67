import { Micros } from "@agent-treasury/provider";
import type { Judgement } from "../judgement/judgement.ts";
import type { Screening } from "../judgement/screening.ts";
import type { SpendContext } from "../judgement/spend-context.ts";
import { autoApproveDailyOf, limitsOf } from "../judgement/spending-terms.ts";
import { balanceOf } from "../ledger/account.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import type {
  CaptureFact,
  EvaluationFacts,
  ProposalFacts,
  ProposedFacts,
} from "./proposal-facts.ts";

/** Further captures are added to the last one. */
const maximumCaptures = 8;

export function evaluationFacts(
  { ledger, policy }: SpendContext,
  amount: Micros,
  judgement: Judgement,
): EvaluationFacts {
  const { account } = ledger.head;
  const limits = limitsOf(account, policy);
  const available = Micros.subtract(balanceOf(account), account.held);
  const used = Micros.add(account.spentToday, account.held);
  const { rail } = judgement.facts;
  return {
    order: ledger.order,
    room: [
      Micros.toText(available),
      Micros.toText(Micros.subtract(limits.dailySpendCap, used)),
      Micros.toText(limits.minReserve),
    ],
    ...(amount > limits.maxSpendPerAction && { over: true }),
    ...(rail !== "ledger" && { rail }),
    ...judgement.evaluated(),
  };
}

/** What a proposal was judged by. */
export function proposedFacts(
  context: SpendContext,
  amount: Micros,
  judgement: Judgement,
  { verdict }: Screening,
  usedToday: Micros,
): ProposedFacts {
  const { ledger, policy } = context;
  const limits = limitsOf(ledger.head.account, policy);
  // The screening of fewer guards is not stricter.
  const recorded = verdict === "safe" ? verdict : judgement.recordedScreening().verdict;
  return {
    ...evaluationFacts(context, amount, judgement),
    automatic: Micros.toText(Micros.subtract(autoApproveDailyOf(limits, policy), usedToday)),
    ...(judgement.granted.isSmall && { small: true }),
    ...(recorded !== verdict && { screened: recorded }),
    ...judgement.proposed(),
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
