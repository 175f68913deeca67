import type { Key } from "@agent-treasury/provider";
import type { SpendProposal } from "../proposals/proposal.ts";
import { Judgement, type GuardJudgement } from "./judgement.ts";
import type { SpendContext } from "./spend-context.ts";
import { spendFacts } from "./spend-facts.ts";
import type { GuardPlan, JudgedSpend, SpendGuard, SpendQuestion } from "./spend-guard.ts";
import type { SpendingPolicy } from "./spending-policy.ts";

export function spendOf({ ruling, ...proposal }: SpendProposal): JudgedSpend {
  return { ...proposal, allocationId: ruling.allocationId };
}

/**
 * Asks all guards about a spend. Call it before other work, because it requests documents.
 *
 * @throws DocsNotLoaded to run the command again with those documents.
 * @throws NotObserved to run it again with present values.
 */
export function judgeSpend(
  { ledger, policy, now }: SpendContext<SpendingPolicy>,
  spend: JudgedSpend,
  rail: string,
  moment: SpendQuestion["moment"],
): Judgement {
  const scopes = policy.scopesOf(ledger, spend.allocationId);
  const allocations = scopes.map(({ id }) => id);
  const facts = spendFacts(spend, allocations, rail, now);
  const about: SpendQuestion = { moment, facts, scopes, terms: policy };
  const planned: Planned[] = [];
  const keys: Key[] = [];
  for (const guard of policy.guards) {
    const plan = guard.plan(ledger, spend, about);
    if (plan === null) continue;
    planned.push({ guard, plan });
    keys.push(...plan.reads);
  }
  const docs = ledger.request(keys);
  const verdicts: GuardJudgement[] = [];
  let from = 0;
  for (const { guard, plan } of planned) {
    const to = from + plan.reads.length;
    verdicts.push({ guard, verdict: plan.judge(docs.slice(from, to)) });
    from = to;
  }
  return new Judgement(facts, verdicts);
}

interface Planned {
  readonly guard: SpendGuard;
  readonly plan: GuardPlan;
}
