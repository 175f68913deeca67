import type { Doc, Key } from "@agent-treasury/provider";
import { keptDoc } from "../../ledger/kept-doc.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import {
  judgementFromJson,
  type JudgementRecord,
  judgementToJson,
  noJudgement,
} from "./judgement-record.ts";

/** The judgement of a proposal that was left open. Other proposals contain theirs. */
export const judgementKind = "judgement";

export function judgementKey(proposalId: string): Key {
  return { kind: judgementKind, id: proposalId };
}

export function judgementToDoc(proposalId: string, epoch: number, record: JudgementRecord): Doc {
  return keptDoc(judgementKey(proposalId), epoch, judgementToJson(record));
}

export function judgementFrom(doc: Doc | undefined): JudgementRecord {
  return doc === undefined ? noJudgement : judgementFromJson(doc.body);
}

/** @param docs may contain the judgement's document. */
export function judgementIn({ ruling }: SpendProposal, docs: readonly Doc[]): JudgementRecord {
  return ruling.judgement ?? judgementFrom(docs.find(({ kind }) => kind === judgementKind));
}

/** Requires `requestJudgement`. */
export function judgementOf(ledger: LedgerState, { id, ruling }: SpendProposal): JudgementRecord {
  return ruling.judgement ?? judgementFrom(ledger.doc(judgementKey(id)));
}

export function requestJudgement(ledger: LedgerState, { id, ruling }: SpendProposal): void {
  if (ruling.judgement === null) ledger.request([judgementKey(id)]);
}
