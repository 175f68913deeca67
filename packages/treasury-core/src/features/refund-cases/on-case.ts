import { TreasuryError } from "@agent-treasury/provider";
import { changed, type Command, type Outcome } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { findProposal } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { caseIn, caseKey, caseToDoc, type RefundCase } from "./case-record.ts";

export interface CaseState {
  readonly found: RefundCase;
  readonly spend: SpendProposal;
}

/** Whose case it is, and who acts. */
export interface CaseCaller {
  /** Null for a person. */
  readonly agentId: string | null;
  /** Shown with the step. */
  readonly by: string | null;
}

type Reduce<Answer extends CaseState> = (
  ledger: LedgerState,
  state: CaseState,
  now: number,
) => Outcome<Answer>;

/** A command on an open case. */
export function onOpenCase<Answer extends CaseState>(
  name: string,
  proposalId: string,
  reduce: Reduce<Answer>,
  {
    keys = [proposalKey(proposalId), caseKey(proposalId)],
    agentId = null,
  }: { readonly keys?: Command<Answer>["reads"]; readonly agentId?: string | null } = {},
): Command<Answer> {
  return {
    name,
    reads: keys,
    reduce: (ledger, now) => {
      const spend = spendOf(ledger, proposalId, agentId);
      const found = caseIn(ledger.doc(caseKey(proposalId)));
      if (spend === null || found === null) throw caseNotFound(proposalId);
      if (found.outcome !== null) throw caseClosed(proposalId);
      return reduce(ledger, { found, spend }, now);
    },
  };
}

export function caseChanged(
  ledger: LedgerState,
  spend: SpendProposal,
  found: RefundCase,
): Outcome<CaseState> {
  return changed(ledger, { found, spend }, { put: [caseToDoc(found)] });
}

/** An agent cannot find out whether another agent's proposal exists. */
export function spendOf(
  ledger: LedgerState,
  proposalId: string,
  agentId: string | null,
): SpendProposal | null {
  const spend = findProposal(ledger, proposalId);
  return agentId === null || spend?.agentId === agentId ? spend : null;
}

export function caseNotFound(proposalId: string): TreasuryError {
  return new TreasuryError(
    "refund_case_not_found",
    `There is no refund case of the proposal ${JSON.stringify(proposalId)}.`,
  );
}

export function caseClosed(proposalId: string): TreasuryError {
  return new TreasuryError(
    "refund_case_closed",
    `The payment of the proposal ${JSON.stringify(proposalId)} has no open refund case, and cannot get one.`,
  );
}
