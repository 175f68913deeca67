import type { LedgerState } from "../../ledger/ledger-state.ts";
import { silenceFindings } from "../classifier/silence-findings.ts";
import { freezeFinding } from "../freezes/frozen-spend.ts";
import { limitFindings } from "../policy/limit-findings.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { standingFindings } from "../standing/back-spend.ts";
import type { Judgement } from "./judge-spend.ts";
import type { JudgementRecord } from "./judgement-record.ts";
import { chargesOf } from "./spend-usage.ts";

/**
 * Returns the decisive findings, and what a later settlement must change. Findings without effect
 * would be most of what a spend writes. Null if it would be empty.
 */
export function recordOf(
  ledger: LedgerState,
  proposal: SpendProposal,
  judgement: Judgement,
  policy: SpendingPolicy,
): JudgementRecord | null {
  const { freeze } = judgement;
  const findings = [
    ...(freeze === null ? [] : [freezeFinding(freeze)]),
    ...silenceFindings(proposal),
    ...standingFindings(judgement.standingUsed),
    ...judgement.decisiveFindings(),
    ...limitFindings(ledger, proposal, policy),
  ];
  const { isCharged } = proposal.ruling;
  if (findings.length === 0 && !isCharged) return null;
  const charged = isCharged ? chargesOf(judgement, proposal) : { charges: [], allocations: [] };
  const found = findings.map(({ rule, effect, text }) => ({ rule, effect, text }));
  return { at: judgement.facts.at, findings: found, ...charged };
}
