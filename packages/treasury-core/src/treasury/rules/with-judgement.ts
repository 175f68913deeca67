import type { Doc } from "@agent-treasury/provider";
import type { Finding } from "@agent-treasury/rules";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import { freezeFinding } from "../freezes/frozen-spend.ts";
import { limitFindings } from "../policy/limit-findings.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import type { ProposalStep } from "../proposals/execute-spend.ts";
import type { Judgement } from "./judge-spend.ts";
import { judgementToDoc } from "./judgement-doc.ts";
import { duplicateDoc, duplicateKey, timeOf } from "./payee-doc.ts";
import { chargesOf } from "./spend-usage.ts";

const longestComparisonHours = 8_760;

/**
 * Stores the decisive findings, and what a later settlement must change. Findings without effect
 * would be most of what a spend writes.
 */
export function withJudgement(
  ledger: LedgerState,
  { proposal, changes }: ProposalStep,
  judgement: Judgement,
  policy: SpendingPolicy,
): ProposalStep {
  const { freeze } = judgement;
  const findings = [
    ...(freeze === null ? [] : [freezeFinding(freeze)]),
    ...judgement.decisiveFindings(),
    ...limitFindings(ledger, proposal, policy),
  ];
  const put = [...changes.put, ...judgementDocs(ledger, proposal, judgement, findings)];
  return put.length === changes.put.length
    ? { proposal, changes }
    : { proposal, changes: { ...changes, put } };
}

function judgementDocs(
  ledger: LedgerState,
  proposal: ProposalStep["proposal"],
  judgement: Judgement,
  findings: readonly Finding[],
): Doc[] {
  const { head } = ledger;
  const { facts, isCompared } = judgement;
  const docs: Doc[] = [];
  const { isCharged } = proposal.ruling;
  if (findings.length > 0 || isCharged) {
    const found = findings.map(({ rule, effect, text }) => ({ rule, effect, text }));
    const charged = isCharged ? chargesOf(judgement, proposal) : { charges: [], allocations: [] };
    const record = { at: facts.at, findings: found, ...charged };
    docs.push(judgementToDoc(proposal.id, head.epoch, record));
  }
  if (isCompared && proposal.status !== "denied") {
    const key = duplicateKey(facts.payee.id, facts.amount);
    // A clock that was set back does not hide a newer proposal.
    const newest = Math.max(facts.at, timeOf(ledger, key) ?? 0);
    docs.push(duplicateDoc(key, head.epoch, newest, longestComparisonHours));
  }
  return docs;
}
