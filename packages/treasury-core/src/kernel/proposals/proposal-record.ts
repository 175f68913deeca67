import type { ProposalStatus } from "@agent-treasury/contract";
import {
  type Doc,
  type Json,
  type JsonObject,
  Micros,
  TreasuryError,
} from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { ChannelSource } from "../approvals/decision-source.ts";
import { builtInAgentId } from "../ledger/agent-ids.ts";
import { isLeaseOver, longestLeaseMs } from "../ledger/lease-over.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import { quoteExpired } from "../quotes/quote-expired.ts";
import { summaryFromJson, summaryToJson } from "../quotes/quote-summary.ts";
import { factsFromJson, factsToJson } from "./facts-json.ts";
import { fixedFromJson, fixedToJson } from "./proposal-digest.ts";
import {
  isSpendPart,
  type OptionalFields,
  proposalKey,
  proposalKind,
  type SpendProposal,
  spendPartKind,
  unset,
} from "./proposal.ts";
import { rulingFromJson, rulingToJson } from "./ruling.ts";

/** Fields that the body contains in another form. */
interface StoredFields {
  readonly fixed: JsonObject | null;
  readonly deniedBy: JsonObject | null;
  readonly quote: JsonObject | null;
  readonly amount: string;
  readonly approvedAmount: string | null;
  readonly captured: string;
  readonly undone: string;
  readonly refunded: string;
  /** Missing if published rules and allocations do not concern the proposal. */
  readonly ruling: JsonObject;
  /** Missing in records of earlier versions. */
  readonly facts: JsonObject;
}

type ProposalBody = Omit<SpendProposal, "id" | "epoch" | "ordinal" | keyof StoredFields> &
  StoredFields;

/** Version 0.1 stored no agent. */
type OptionalField = keyof OptionalFields | "agentId" | "ruling" | "facts";

type StoredBody = Omit<ProposalBody, OptionalField> & Partial<Pick<ProposalBody, OptionalField>>;

type StoredForms = {
  readonly [Field in keyof SpendProposal]?: (
    value: NonNullable<SpendProposal[Field]>,
  ) => Json | undefined;
};

/** Fields that the body contains in another form, or not at all. */
const forms = new Map<string, (value: never) => Json | undefined>(
  Object.entries({
    id: () => undefined,
    epoch: () => undefined,
    ordinal: () => undefined,
    fixed: fixedToJson,
    quote: summaryToJson,
    amount: Micros.toText,
    approvedAmount: Micros.toText,
    captured: textUnlessZero,
    undone: textUnlessZero,
    refunded: textUnlessZero,
    ruling: rulingToJson,
    facts: factsToJson,
  } satisfies StoredForms),
);

function textUnlessZero(amount: Micros): string | undefined {
  return amount === Micros.zero ? undefined : Micros.toText(amount);
}

/** Omits what is unset, because every load reads the open proposals. One pass, as most is unset. */
function bodyOf(proposal: SpendProposal): JsonObject {
  const body: Record<string, Json> = {};
  for (const field in proposal) {
    const value = proposal[field as keyof SpendProposal] as Json;
    if (value === null || value === false) continue;
    const form = forms.get(field);
    const stored = form === undefined ? value : form(value as never);
    if (stored !== undefined) body[field] = stored;
  }
  return body;
}

export function proposalToDoc(proposal: SpendProposal): Doc {
  const { id, epoch, ordinal, status, hold } = proposal;
  return {
    ...proposalKey(id),
    epoch,
    ordinal: isSpendPart(id) ? null : ordinal,
    open: status === "pending" || status === "approved",
    dueAt: hold?.dueAt ?? (status === "pending" ? nextDueOf(proposal) : null),
    expiresAt: null,
    body: bodyOf(proposal),
  };
}

function nextDueOf({ remindAt, escalateAt, expiresAt, quote }: SpendProposal): number | null {
  const quoteEnd = quote?.expiresAt ?? null;
  const times = [remindAt, escalateAt, expiresAt, quoteEnd].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** Avoids reading hundreds of open proposals completely. */
export function statusOf(doc: Doc): ProposalStatus {
  return fromStored<ProposalBody>(doc.body).status;
}

export type ProposalProgress = Pick<
  SpendProposal,
  "status" | "verdict" | "autoApproved" | "failure" | "attention" | "remindedAt" | "escalatedAt"
> & {
  /** As stored. Missing without one. */
  readonly approvals: Json | undefined;
};

/** Avoids reading the proposals of every command completely. */
export function progressOf(doc: Doc): ProposalProgress {
  const {
    status,
    verdict,
    autoApproved = false,
    failure = null,
    attention = null,
    remindedAt = null,
    escalatedAt = null,
    ruling,
  } = fromStored<StoredBody>(doc.body);
  const approvals = ruling?.["approvals"];
  return { status, verdict, autoApproved, failure, attention, remindedAt, escalatedAt, approvals };
}

export function agentIdOf(doc: Doc): string {
  return agentIdIn(fromStored<StoredBody>(doc.body));
}

/** Null if the person is unknown. */
export function personIdBehind({ body }: Doc): string | null {
  return fromStored<StoredBody>(body).behind?.id ?? null;
}

/** Version 0.1 stored the name of an external agent, and null for the built-in agent. */
function agentIdIn({ agentId, proposedBy }: StoredBody): string {
  return agentId ?? proposedBy ?? builtInAgentId;
}

export function holdsMoney(doc: Doc): boolean {
  const { hold = null } = fromStored<StoredBody>(doc.body);
  return hold !== null;
}

/** Id of the payout that a feature ends in its own way. Null for one payment, or none. */
export function payoutIdIn({ body }: Doc): string | null {
  return fromStored<StoredBody>(body).payout?.id ?? null;
}

export function proposalFromDoc(doc: Doc): SpendProposal {
  const body = fromStored<StoredBody>(doc.body);
  const { approvedAmount = null, fixed = null, deniedBy = null, quote = null } = body;
  return {
    ...unset,
    ...body,
    agentId: agentIdIn(body),
    id: doc.id,
    epoch: doc.epoch,
    ordinal: doc.ordinal ?? 0n,
    amount: Micros.of(body.amount),
    approvedAmount: approvedAmount === null ? null : Micros.of(approvedAmount),
    captured: amountOf(body.captured),
    undone: amountOf(body.undone),
    refunded: amountOf(body.refunded),
    fixed: fixed && fixedFromJson(fixed),
    deniedBy: fromStored<ChannelSource | null>(deniedBy),
    quote: quote && summaryFromJson(quote),
    ruling: rulingFromJson(body.ruling),
    facts: factsFromJson(body.facts),
  };
}

function amountOf(stored: string | undefined): Micros {
  return stored === undefined ? Micros.zero : Micros.of(stored);
}

/** Null if it does not exist. The command must list it in `reads`. */
export function findProposal(ledger: LedgerState, proposalId: string): SpendProposal | null {
  const doc = ledger.doc(proposalKey(proposalId));
  return doc === undefined ? null : proposalFromDoc(doc);
}

/** @throws TreasuryError `proposal_not_found`. */
export function proposalOf(ledger: LedgerState, proposalId: string): SpendProposal {
  const found = findProposal(ledger, proposalId);
  if (found === null) throw proposalNotFound(ledger.workspaceId, proposalId);
  return found;
}

/** @throws TreasuryError `proposal_not_found`, also for one of an earlier epoch. */
export function presentProposal(ledger: LedgerState, proposalId: string): SpendProposal {
  const found = proposalOf(ledger, proposalId);
  if (found.epoch !== ledger.head.epoch) throw proposalNotFound(ledger.workspaceId, proposalId);
  return found;
}

export function proposalNotFound(workspaceId: string, proposalId: string): TreasuryError {
  return new TreasuryError(
    "proposal_not_found",
    `Proposal ${JSON.stringify(proposalId)} does not exist in workspace ${workspaceId}.`,
  );
}

export function proposalChanged(): TreasuryError {
  const message =
    "`digest` is not that of the proposal, so other values were shown than are stored.";
  return new TreasuryError("proposal_changed", message);
}

/** Why an expired proposal cannot be approved. */
export function expiryError({ failure }: Pick<SpendProposal, "failure">): TreasuryError {
  if (failure === quoteNotice) return quoteExpired();
  return new TreasuryError("proposal_expired", "The proposal expired before it was approved.");
}

const quoteNotice =
  "The price that the payee quoted expired before a decision. The agent can propose the spend again.";
const expiryNotice = "The proposal expired before a decision.";
/** The text that version 0.1 stored. */
const earlierExpiryNotice = "Nobody decided before the proposal expired.";

/** Returns the proposal at `now`, denied if it or its price has expired. */
export function asOf(proposal: SpendProposal, now: number): SpendProposal {
  if (proposal.status !== "pending") return proposal;
  const quoteEnd = proposal.quote?.expiresAt ?? Number.POSITIVE_INFINITY;
  const ownEnd = proposal.expiresAt ?? Number.POSITIVE_INFINITY;
  const end = Math.min(quoteEnd, ownEnd);
  if (end > now) return proposal;
  const failure = quoteEnd < ownEnd ? quoteNotice : expiryNotice;
  return { ...proposal, status: "denied", decidedAt: end, failure };
}

const expiryNotices: ReadonlySet<string | null> = new Set([
  expiryNotice,
  earlierExpiryNotice,
  quoteNotice,
]);

export function isExpired({ status, failure }: Pick<SpendProposal, "status" | "failure">): boolean {
  return status === "denied" && expiryNotices.has(failure);
}

export function expireProposals(ledger: LedgerState, now: number): Doc[] {
  const expired: Doc[] = [];
  for (const doc of ledger.openDocs(proposalKind)) {
    if (doc.dueAt === null || doc.dueAt > now) continue;
    const proposal = proposalFromDoc(doc);
    const current = asOf(proposal, now);
    if (current !== proposal) expired.push(proposalToDoc(current));
  }
  return expired;
}

/** Recovery finds only due payments. A lease written under a clock far ahead must become due. */
export function endOverlongHolds(ledger: LedgerState, now: number): Doc[] {
  const ended: Doc[] = [];
  for (const doc of [...ledger.openDocs(proposalKind), ...ledger.openDocs(spendPartKind)]) {
    if (doc.dueAt === null || doc.dueAt <= now || !holdsMoney(doc)) continue;
    if (!isLeaseOver(doc.dueAt, now, longestLeaseMs)) continue;
    const proposal = proposalFromDoc(doc);
    if (proposal.hold === null) continue;
    ended.push(proposalToDoc({ ...proposal, hold: { ...proposal.hold, dueAt: now } }));
  }
  return ended;
}
