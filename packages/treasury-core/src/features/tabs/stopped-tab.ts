import { TreasuryError } from "@agent-treasury/provider";
import { withEvidence } from "../../kernel/approvals/approval-evidence.ts";
import { backedBy } from "../../kernel/approvals/back-spend.ts";
import { ledgerRail } from "../../kernel/judgement/hold-terms.ts";
import { judgeSpend, spendOf } from "../../kernel/judgement/judge-spend.ts";
import { judgementOf, requestJudgement } from "../../kernel/judgement/judgement-doc.ts";
import type { Judgement } from "../../kernel/judgement/judgement.ts";
import type { SpendContext } from "../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { stopOf } from "../../kernel/judgement/stopped-spend.ts";
import { personsBehind } from "../../kernel/ledger/person.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import { isCredentialValid } from "../external-agents/index.ts";
import { ruleState } from "../rules/index.ts";
import type { TabRecord } from "./tab-record.ts";

/** Why a tab takes no reservation now, although it is open. Null if it does. */
export function stopOfTab(
  { ledger, policy, now }: SpendContext<SpendingPolicy>,
  { credentialId }: TabRecord,
  spend: SpendProposal,
): TreasuryError | null {
  if (credentialId !== null && !isCredentialValid(ledger, credentialId, now)) {
    return new TreasuryError(
      "tab_closed",
      "The credential of the agent that opened the tab is revoked or expired.",
    );
  }
  const ended = policy
    .scopesOf(ledger, spend.ruling.allocationId)
    .find(({ endsAt, isArchived }) => isArchived || (endsAt !== null && endsAt <= now));
  if (ended !== undefined) {
    const how = ended.isArchived ? "is archived" : "has ended";
    return new TreasuryError("tab_closed", `The allocation ${ended.id} of the tab ${how}.`);
  }
  return stopOf(ledger, spend, policy);
}

/** Digest of the rules that are published now; null for the default ones. */
export function rulesNow({ ledger }: Pick<SpendContext, "ledger">): string | null {
  return ruleState.of(ledger.head.account).published;
}

/** Whether present rules would deny the tab, or require approvals that it does not have. */
export function isRefusedByRules(
  context: SpendContext<SpendingPolicy>,
  spend: SpendProposal,
): boolean {
  const judgement = judgeSpend(context, spendOf(spend), ledgerRail, "execution");
  return judgement.denial() !== null || !isApproved(context, spend, judgement);
}

/**
 * Whether the approvals of a tab are those that a judgement requires. A person who pays from a tab
 * proposes that payment, so that `notProposer` does not count an approval of the same person.
 *
 * @param behind the person behind the payment.
 */
function isApproved(
  { ledger }: SpendContext<SpendingPolicy>,
  spend: SpendProposal,
  { requirements }: Judgement,
  behind: SpendProposal["behind"] = spend.behind,
): boolean {
  if (requirements.length === 0) return true;
  const { approvals } = withEvidence(ledger, spend).ruling;
  const [ofTab, ofPayment] = [personsBehind(spend.behind), personsBehind(behind)];
  const proposer = ofTab === null || ofPayment === null ? null : [...ofTab, ...ofPayment];
  return backedBy([], approvals, { requirements, proposer }).isComplete;
}

/** Judges a payment of a tab by the present rules on its rail. What counts the tab counts it already. */
export function judgePart(
  context: SpendContext<SpendingPolicy>,
  tab: SpendProposal,
  part: SpendProposal,
  rail: string,
): Judgement {
  requestJudgement(context.ledger, tab);
  const within = judgementOf(context.ledger, tab);
  return judgeSpend(context, { ...spendOf(part), within }, rail, "execution");
}

/** Why present rules refuse a payment of a tab. Null if they allow it. */
export function refusalByRules(
  context: SpendContext<SpendingPolicy>,
  tab: SpendProposal,
  part: SpendProposal,
  judgement: Judgement,
): string | null {
  const denial = judgement.denial();
  if (denial !== null) return denial;
  const findings = judgement.findings(part);
  if (!isApproved(context, tab, judgement, part.behind)) {
    const required = findings.find(({ effect }) => effect === "require");
    return `The tab does not have the approvals. ${required?.text ?? ""}`;
  }
  const failure = judgement.failure();
  if (failure !== null || !tab.autoApproved) return failure;
  // Limits of automatic approvals do not stop what a person approved.
  return findings.find(({ effect }) => effect === "review")?.text ?? null;
}
