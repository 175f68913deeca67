import type { Doc, Entry, EntryRewrite, Json, JsonObject } from "@agent-treasury/provider";
import { earlierName } from "@agent-treasury/rules";
import { entryFromBody, type EntryRecord, entryToBody, type Ruling } from "../../ledger/chain.ts";
import type { Person } from "../../ledger/person.ts";
import { type ActionBody, actionKind } from "../administration/action-record.ts";
import type { ApprovalRecord } from "../approvals/approval-record.ts";
import { isSummary, type StoredApprovals } from "../approvals/approval-summary.ts";
import type { ChannelSource } from "../approvals/decision-source.ts";
import { type FreezeActor, freezeKind, type FreezeRecord } from "../freezes/freeze-record.ts";
import { knownPayeeKind, withoutTexts as withoutPayeeTexts } from "../payees/known-payee.ts";
import { payeeIdOf } from "../payees/payee-identity.ts";
import { erasedAuthor, ruleSetKind } from "../rules/rule-set-doc.ts";
import { judgementFrom, judgementKind } from "../spends/judgement-doc.ts";
import { type JudgementRecord, judgementToJson } from "../spends/judgement-record.ts";
import type { StandingApproval } from "../standing/standing-approval.ts";
import { standingKind, standingOf, standingToDoc } from "../standing/standing-doc.ts";
import { erasedText } from "./erased-marker.ts";
import { erasedName } from "./erasure-key.ts";
import { withoutTexts } from "./proposal-digest.ts";
import type { ProposalFacts } from "./proposal-facts.ts";
import { isExpired, proposalFromDoc, proposalToDoc } from "./proposal-record.ts";
import { proposalKind, type SpendProposal } from "./proposal.ts";
import type { SpendRuling } from "./ruling.ts";

/** Null if there is nothing to erase before that time. */
export function erasedEntry(entry: Entry, before: number): EntryRewrite | null {
  const record = entryFromBody(entry.body);
  if (record.salt === null || Date.parse(record.createdAt) >= before) return null;
  const { description, decision } = record;
  const erased: EntryRecord = {
    ...record,
    salt: null,
    description: { ...description, text: null },
    decision: decision && {
      ...decision,
      operator: decision.operator && { ...decision.operator, text: null },
      vendor: { ...decision.vendor, text: null },
      ...(decision.ruled && { ruled: erasedRuling(decision.ruled) }),
    },
  };
  return { sequence: entry.sequence, hash: entry.hash, body: entryToBody(erased) };
}

function erasedRuling(ruled: Ruling): Ruling {
  return { ...ruled, approvers: ruled.approvers.map((one) => ({ ...one, text: null })) };
}

export type ErasedDoc =
  | { readonly kind: "none" }
  /** Its text is still needed. */
  | { readonly kind: "waits" }
  | { readonly kind: "erased"; readonly doc: Doc };

/** What still needs its text, because it is in effect. */
export interface InEffect {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly epoch: number;
}

/** @param key compares erased names. */
export function erasedDoc(doc: Doc, before: number, key: string, present: InEffect): ErasedDoc {
  if (doc.kind === "late_reversal") return erasedReversal(doc, before);
  if (doc.kind === "turn") return erasedTurn(doc, before);
  if (doc.kind === judgementKind) return erasedJudgement(doc, before);
  if (doc.kind === ruleSetKind) return erasedRuleSet(doc, before);
  if (doc.kind === actionKind) return erasedAction(doc, before);
  if (doc.kind === freezeKind) return erasedFreeze(doc, before);
  if (doc.kind === knownPayeeKind) {
    const erased = withoutPayeeTexts(doc, before);
    return erased === null ? { kind: "none" } : { kind: "erased", doc: erased };
  }
  if (doc.kind === standingKind) return erasedStanding(doc, before, present);
  if (doc.kind === "passkey_signature") return erasedSignature(doc, before);
  if (doc.kind === "passkey") return erasedPasskey(doc, before);
  if (doc.kind !== proposalKind) return { kind: "none" };
  const proposal = proposalFromDoc(doc);
  const { createdAt, vendor, purpose, reason, comment, operator, label, behind } = proposal;
  const optional = [comment, operator, label, behind && behind.name];
  const texts = [vendor, purpose, reason, ...optional.map((text) => text ?? erasedText)];
  if (createdAt >= before || texts.every((text) => text === erasedText)) return { kind: "none" };
  if (doc.open) return { kind: "waits" };
  const erased = proposalToDoc({
    ...proposal,
    facts: erasedFacts(proposal, key),
    vendor: erasedText,
    purpose: erasedText,
    reason: erasedText,
    category: null,
    comment: comment === null ? null : erasedText,
    fixed: proposal.fixed && withoutTexts(proposal.fixed, proposal),
    deniedBy: proposal.deniedBy && erasedSource(proposal.deniedBy),
    operator: operator === null ? null : erasedText,
    label: label === null ? null : erasedText,
    behind: behind && erasedPerson(behind),
    // The expiry notice is not personal text, and selects the error of later decisions.
    failure: proposal.failure === null || isExpired(proposal) ? proposal.failure : erasedText,
    attention: proposal.attention === null ? null : erasedText,
    quote: proposal.quote && { ...proposal.quote, description: null },
    ruling: erasedSpendRuling(proposal.ruling),
  });
  return { kind: "erased", doc: erased };
}

function erasedSpendRuling(ruling: SpendRuling): SpendRuling {
  const { approvals, judgement } = ruling;
  return {
    ...ruling,
    approvals: erasedApprovals(approvals),
    judgement: judgement && withErasedFindings(judgement),
  };
}

/** Hashes of the names, so that a replay can still compare them. */
function erasedFacts(proposal: SpendProposal, key: string): ProposalFacts {
  const { facts, vendor, category, behind, ruling } = proposal;
  const own = approvalOf(ruling.approvals, behind);
  const issuer = issuerApproval(ruling.approvals, behind);
  return {
    ...(vendor !== erasedText && { payee: erasedName(key, "payee", payeeIdOf(proposal)) }),
    ...(category !== null && {
      category: erasedName(key, "category", earlierName(category)),
    }),
    ...(own >= 0 && { ownApproval: own }),
    ...(issuer >= 0 && { issuerApproval: issuer }),
    ...facts,
  };
}

/** A summary contains no ids, and only the id of the issuer is known. */
function issuerApproval(approvals: StoredApprovals, behind: Person | null): number {
  if (behind?.issuedBy === undefined || isSummary(approvals)) return -1;
  return approvals.findIndex(({ id }) => id === behind.issuedBy);
}

/** A summary contains no ids. */
function approvalOf(approvals: StoredApprovals, behind: Person | null): number {
  if (behind === null) return -1;
  return isSummary(approvals)
    ? approvals.by.findIndex(({ name }) => name === behind.name)
    : approvals.findIndex(({ id }) => id === behind.id);
}

function erasedApprovals(approvals: StoredApprovals): StoredApprovals {
  if (!isSummary(approvals)) return approvals.map(erasedApproval);
  const by = approvals.by.map((one) => ({ ...one, name: one.name === null ? null : erasedText }));
  return { ...approvals, by };
}

/** A channel's evidence contains its name of the person. */
function erasedSource({ kind, channel }: ChannelSource): ChannelSource {
  return { kind, channel, sender: erasedText, evidence: {} };
}

export function erasedApproval(approval: ApprovalRecord): ApprovalRecord {
  const { id, name, comment, source } = approval;
  return {
    ...approval,
    ...(source?.kind === "channel" && { source: erasedSource(source) }),
    id: id === null ? null : erasedText,
    name: name === null ? null : erasedText,
    comment: comment === null ? null : erasedText,
  };
}

function erasedRuleSet(doc: Doc, before: number): ErasedDoc {
  const erased = erasedAuthor(doc, before);
  return erased === null ? { kind: "none" } : { kind: "erased", doc: erased };
}

/** A pending action needs its persons to count them. */
function erasedAction(doc: Doc, before: number): ErasedDoc {
  const body = doc.body as unknown as ActionBody;
  const { startedBy, startedAt, approvals, erased: isErased = false } = body;
  if (isErased || startedAt >= before) return { kind: "none" };
  if (doc.open) return { kind: "waits" };
  const erased: ActionBody = {
    ...body,
    startedBy: erasedApproval(startedBy),
    approvals: approvals.map(erasedApproval),
    erased: true,
  };
  return { kind: "erased", doc: { ...doc, body: erased as unknown as Json } };
}

/** A freeze in effect shows its person and reason. */
function erasedFreeze(doc: Doc, before: number): ErasedDoc {
  const body = doc.body as unknown as Omit<FreezeRecord, "id">;
  if (body.at >= before || body.reason === erasedText) return { kind: "none" };
  if (body.endedBy === null) return { kind: "waits" };
  const isVendor = body.scope === "vendor";
  const erased: typeof body = {
    ...body,
    ...(isVendor && { target: erasedText, named: erasedText }),
    reason: erasedText,
    by: erasedActor(body.by),
    endedBy: erasedActor(body.endedBy),
    payments: body.payments.map((payment) => ({ ...payment, vendor: erasedText })),
  };
  return { kind: "erased", doc: { ...doc, body: erased as unknown as Json } };
}

/** One in effect counts as the approvals of its persons. */
function erasedStanding(doc: Doc, before: number, { now, epoch }: InEffect): ErasedDoc {
  const isOld = ({ createdAt, vendor }: StandingApproval): boolean =>
    createdAt < before && vendor !== erasedText;
  const isEnded = ({ revoked, endsAt }: StandingApproval): boolean =>
    revoked !== null || endsAt <= now || doc.epoch !== epoch;
  const all = standingOf(doc);
  if (all.some((one) => isOld(one) && isEnded(one))) {
    const erased = all.map((one) => (isOld(one) && isEnded(one) ? withoutPersons(one) : one));
    return { kind: "erased", doc: standingToDoc(doc, doc.epoch, erased) };
  }
  return { kind: all.some(isOld) ? "waits" : "none" };
}

function withoutPersons(standing: StandingApproval): StandingApproval {
  const { authors, revoked } = standing;
  return {
    ...standing,
    vendor: erasedText,
    authors: authors.map(erasedApproval),
    revoked: revoked && { ...revoked, by: revoked.by && erasedText },
  };
}

function erasedActor(actor: FreezeActor): FreezeActor {
  const { id, name } = actor;
  return { ...actor, id: id && erasedText, name: name && erasedText };
}

function erasedJudgement(doc: Doc, before: number): ErasedDoc {
  const record = judgementFrom(doc);
  const isErased = record.findings.every(({ text }) => text === erasedText);
  if (record.at >= before || isErased) return { kind: "none" };
  return { kind: "erased", doc: { ...doc, body: judgementToJson(withErasedFindings(record)) } };
}

/** Findings name vendors and agents. */
function withErasedFindings(record: JudgementRecord): JudgementRecord {
  const findings = record.findings.map((finding) => ({ ...finding, text: erasedText }));
  return { ...record, findings };
}

/** Its id may be a name. Other than the id of every other erased person. */
export const erasedIssuer: string = `${erasedText} issuer`;

/** An id that is the name, as without an `id` from `authenticate`, is a text as well. */
function erasedPerson({ id, name, issuedBy }: Person): Person {
  return {
    id: id === name ? erasedText : id,
    name: erasedText,
    ...(issuedBy !== undefined && { issuedBy: erasedIssuer }),
  };
}

/** Version 0.1 stored neither the person nor the time. */
function erasedTurn(doc: Doc, before: number): ErasedDoc {
  const body = doc.body as JsonObject & { startedBy?: JsonObject & Person; begunAt?: number };
  const { startedBy, begunAt = 0 } = body;
  const isErased = !startedBy || startedBy.name === erasedText;
  if (isErased || begunAt >= before) return { kind: "none" };
  return {
    kind: "erased",
    doc: { ...doc, body: { ...body, startedBy: { ...erasedPerson(startedBy) } } },
  };
}

/** The commitment to the person remains, so that the signature can still be verified. */
function erasedSignature(doc: Doc, before: number): ErasedDoc {
  const body = doc.body as JsonObject & { readonly opening: Json; readonly at: number };
  if (body.opening === null || body.at >= before) return { kind: "none" };
  return { kind: "erased", doc: { ...doc, body: { ...body, opening: null } } };
}

/** A passkey in use needs its person. */
function erasedPasskey(doc: Doc, before: number): ErasedDoc {
  const body = doc.body as JsonObject & {
    readonly name: string;
    readonly addedAt: number;
    readonly removedAt: number | null;
  };
  if (body.name === erasedText || body.addedAt >= before) return { kind: "none" };
  if (body.removedAt === null) return { kind: "waits" };
  const person = { id: erasedText, name: erasedText };
  return { kind: "erased", doc: { ...doc, body: { ...body, person, name: erasedText } } };
}

function erasedReversal(doc: Doc, before: number): ErasedDoc {
  const body = doc.body as { readonly description: string; readonly at: string };
  if (body.description === erasedText || Date.parse(body.at) >= before) return { kind: "none" };
  return { kind: "erased", doc: { ...doc, body: { ...body, description: erasedText, salt: "" } } };
}
