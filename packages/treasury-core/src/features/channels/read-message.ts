import { isRequestPermit } from "@agent-treasury/contract";
import { Micros, type Doc } from "@agent-treasury/provider";
import type { ApprovalPage } from "../../http/address-options.ts";
import {
  evidenceKey,
  evidenceKind,
  withApprovalsIn,
} from "../../kernel/approvals/approval-evidence.ts";
import type { Engine } from "../../kernel/engine.ts";
import { judgementIn, judgementKey } from "../../kernel/judgement/judgement-doc.ts";
import { type Account, accountFromRecord, balanceOf } from "../../kernel/ledger/account.ts";
import { asOf, proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import {
  amountToPay,
  proposalKey,
  proposalKind,
  type SpendProposal,
} from "../../kernel/proposals/proposal.ts";
import { proposalToWire } from "../../kernel/views/wire.ts";
import type { ApprovalMessage, ApprovalReason } from "./approval-channel.ts";

export interface MessageDeps {
  readonly engine: Engine;
  readonly page: ApprovalPage;
}

export interface MessageName {
  readonly workspaceId: string;
  readonly proposalId: string;
}

/** Reads what a message about a proposal shows now. Null if the proposal does not exist. */
export async function readMessage(
  { engine, page }: MessageDeps,
  { workspaceId, proposalId }: MessageName,
  kind: ApprovalMessage["kind"],
): Promise<ApprovalMessage | null> {
  const keys = [proposalKey(proposalId), judgementKey(proposalId), evidenceKey(proposalId)];
  const [snapshot] = await engine.storage.load([{ workspaceId, keys }]);
  const found = snapshot?.found ?? [];
  const doc = found.find((one) => one.kind === proposalKind);
  if (snapshot === undefined || !snapshot.head || doc === undefined) return null;
  const evidence = found.find((one) => one.kind === evidenceKind);
  const stored = asOf(proposalFromDoc(doc), snapshot.storageNow);
  const proposal = withApprovalsIn(evidence, stored);
  return {
    kind,
    workspaceId,
    proposal: proposalToWire(workspaceId, proposal),
    reasons: reasonsOf(proposal, found),
    balanceAfterUsd: balanceAfter(accountFromRecord(snapshot.head.account), proposal),
    pageUrl: page(workspaceId, proposalId),
  };
}

/** Screening's reason is shown beside rules if screening itself asks for approval. */
function reasonsOf(proposal: SpendProposal, found: readonly Doc[]): readonly ApprovalReason[] {
  const { verdict, reason } = proposal;
  const rules = judgementIn(proposal, found)
    .findings.filter(({ effect }) => effect === "require" || effect === "review")
    .map(({ rule, text }) => ({ ruleId: rule, text }));
  const isOfRule = rules.some(({ text }) => text === reason);
  const asks = rules.length === 0 || (verdict === "review" && !isOfRule);
  return asks ? [...rules, { ruleId: null, text: reason }] : rules;
}

/** The amount of an approved spend is held or in the balance. A request to a seller pays nothing. */
function balanceAfter(account: Account, proposal: SpendProposal): number {
  const available = Micros.subtract(balanceOf(account), account.held);
  const takes = proposal.status === "pending" && !isRequestPermit(proposal);
  return Micros.toUsd(takes ? Micros.subtract(available, amountToPay(proposal)) : available);
}
