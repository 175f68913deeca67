import type { Doc, Key } from "@agent-treasury/provider";
import type { DocumentKind, Erasing, ErasedDoc } from "../documents/document-kind.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import { erasedText } from "../proposals/erased-marker.ts";
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

export const judgementDocument: DocumentKind = {
  kind: judgementKind,
  erasure: "own",
  erase: erasedJudgement,
};

function erasedJudgement(doc: Doc, { before }: Erasing): ErasedDoc {
  const record = judgementFrom(doc);
  const isErased = record.findings.every(({ text }) => text === erasedText);
  if (record.at >= before || isErased) return null;
  return { ...doc, body: judgementToJson(withErasedFindings(record)) };
}

/** Findings name vendors and agents. */
export function withErasedFindings(record: JudgementRecord): JudgementRecord {
  const findings = record.findings.map((finding) => ({ ...finding, text: erasedText }));
  return { ...record, findings };
}
