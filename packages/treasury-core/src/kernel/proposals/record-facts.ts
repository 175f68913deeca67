import { Micros } from "@agent-treasury/provider";
import type { Judgement } from "../judgement/judgement.ts";
import type { SpendContext } from "../judgement/spend-context.ts";
import type { Screening } from "../judgement/spend-guard.ts";
import { autoApproveDailyOf, limitsOf } from "../judgement/spending-terms.ts";
import { balanceOf } from "../ledger/account.ts";
import type { EvaluationFacts, ProposedFacts } from "./proposal-facts.ts";

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
