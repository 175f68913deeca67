import { TreasuryError } from "@agent-treasury/provider";
import { withEvidence } from "../../kernel/approvals/approval-evidence.ts";
import { backedBy } from "../../kernel/approvals/back-spend.ts";
import { ledgerRail } from "../../kernel/judgement/hold-terms.ts";
import { judgeSpend, spendOf } from "../../kernel/judgement/judge-spend.ts";
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
  if (judgement.denial() !== null) return true;
  const { requirements } = judgement;
  if (requirements.length === 0) return false;
  const { approvals } = withEvidence(context.ledger, spend).ruling;
  const proposer = personsBehind(spend.behind);
  return !backedBy([], approvals, { requirements, proposer }).isComplete;
}
