import { type Doc, type JsonObject, type Key, Micros } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { DocumentKind } from "../../kernel/documents/document-kind.ts";
import { hashOf } from "../../kernel/ledger/hash.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import { type LedgerHead, type LedgerState, ordinalAt } from "../../kernel/ledger/ledger-state.ts";
import type { RecordedEvent } from "../../kernel/ledger/recorded-event.ts";
import { exactPayeeId, laterMaximum } from "../../kernel/payees/payee-identity.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";

export const knownPayeeKind = "known_payee";

const dayMs = 86_400_000;
/** A payee that is not paid for so long is unknown again. */
const unusedForMs = 180 * dayMs;
/** After that a person has to approve a payment again. */
const longestMs = 365 * dayMs;
/** Payments within it do not renew the record again, which saves a write. */
const renewalMs = dayMs;

/** A payee to which persons approved payments. */
export interface KnownPayee {
  /** Hash of its identity. */
  readonly id: string;
  /** As it was written last. Null after its erasure. */
  readonly name: string | null;
  readonly rails: readonly KnownOnRail[];
  /** Position in the list. */
  readonly ordinal: bigint;
}

export interface KnownOnRail {
  readonly rail: string;
  /** The largest amount that persons approved. */
  readonly largest: Micros;
  /** The person of the newest approval. Null if unknown. */
  readonly by: string | null;
  readonly approvedAt: number;
  /** About the time of the newest payment. */
  readonly usedAt: number;
}

/** @param hash of what `exactPayeeId` returns. */
export function knownPayeeKey(hash: string): Key {
  return { kind: knownPayeeKind, id: hash };
}

/** Later payments up to it may be automatic. */
export function maximumOf({ largest }: Pick<KnownOnRail, "largest">): Micros {
  return laterMaximum(largest);
}

export function endOf({ approvedAt, usedAt }: KnownOnRail): number {
  return Math.min(approvedAt + longestMs, usedAt + unusedForMs);
}

/** Null if the payee is not known on any rail. A reset ends records of earlier epochs. */
export function knownPayeeIn(doc: Doc | undefined, epoch: number, now: number): KnownPayee | null {
  if (doc === undefined || doc.epoch !== epoch) return null;
  const known = knownPayeeFromDoc(doc);
  const rails = known.rails.filter((one) => now < endOf(one));
  return rails.length === 0 ? null : { ...known, rails };
}

export function onRail(known: KnownPayee | null, rail: string): KnownOnRail | null {
  return known?.rails.find((one) => one.rail === rail) ?? null;
}

export interface ApprovedPayee {
  readonly payeeId: string;
  readonly name: string;
  readonly rail: string;
  readonly amount: Micros;
  readonly by: string | null;
}

/** The record after a person approved a payment. Requires that the command requested its key. */
export function afterApproval(
  ledger: LedgerState,
  { payeeId, name, rail, amount, by }: ApprovedPayee,
  now: number,
): Doc {
  const key = knownPayeeKey(hashOf(payeeId));
  const { epoch } = ledger.head;
  const before = knownPayeeIn(ledger.doc(key), epoch, now);
  const largest = Micros.max(onRail(before, rail)?.largest ?? Micros.zero, amount);
  const others = before?.rails.filter((one) => one.rail !== rail) ?? [];
  const added: KnownOnRail = { rail, largest, by, approvedAt: now, usedAt: now };
  const ordinal = before?.ordinal ?? ordinalAt(ledger);
  return knownPayeeToDoc({ id: key.id, name, rails: [...others, added], ordinal }, epoch);
}

/** The renewed record after a payment without a person. Null if it need not be written. */
export function afterUse(
  known: KnownPayee | null,
  rail: string,
  epoch: number,
  now: number,
): Doc | null {
  const used = onRail(known, rail);
  if (known === null || used === null || now < used.usedAt + renewalMs) return null;
  const rails = known.rails.map((one) => (one === used ? { ...one, usedAt: now } : one));
  return knownPayeeToDoc({ ...known, rails }, epoch);
}

/** Ends the record on all rails. It is not listed, and purged soon. */
export function endedDoc(key: Key, epoch: number, now: number): Doc {
  return { ...keptDoc(key, epoch, { rails: [] }), expiresAt: now + dayMs };
}

/** Marks a record whose command has an event. The next record of the payee has no mark. */
export function marked(doc: Doc, mark: { added: string } | { forgotten: true }): Doc {
  return { ...doc, body: { ...(doc.body as JsonObject), ...mark } };
}

interface PayeeMark {
  /** The rail for which an administrative action added the payee. */
  readonly added?: string;
  readonly forgotten?: true;
}

function markOf({ body }: Doc): PayeeMark {
  return body as PayeeMark;
}

/**
 * Ends what is known of a spend's payee, unless its name was erased meanwhile. It does not read the
 * record, because a denial must not need a further load.
 */
export function endedPayee(
  { vendor, quote }: Pick<SpendProposal, "vendor" | "quote">,
  { epoch }: Pick<LedgerHead, "epoch">,
  now: number,
): readonly Doc[] {
  if (vendor === erasedText) return [];
  return [endedDoc(knownPayeeKey(hashOf(exactPayeeId(vendor, quote === null))), epoch, now)];
}

function knownPayeeToDoc({ id, name, rails, ordinal }: KnownPayee, epoch: number): Doc {
  const stored = rails.map(({ largest, ...one }): JsonObject => ({
    ...one,
    largest: Micros.toText(largest),
  }));
  const body: JsonObject = { ...(name !== null && { name }), rails: stored };
  return { ...keptDoc({ kind: knownPayeeKind, id }, epoch, body), ordinal };
}

export function knownPayeeFromDoc({ id, ordinal, body }: Doc): KnownPayee {
  const { name = null, rails } = fromStored<StoredPayee>(body);
  return {
    id,
    name,
    ordinal: ordinal ?? 0n,
    rails: rails.map(({ largest, ...one }) => ({ ...one, largest: Micros.of(largest) })),
  };
}

interface StoredPayee {
  readonly name?: string;
  readonly rails: readonly (Omit<KnownOnRail, "largest"> & { readonly largest: string })[];
}

/** The record without texts. Null if it has none, or is of that time or later. */
function withoutTexts(doc: Doc, before: number): Doc | null {
  const known = knownPayeeFromDoc(doc);
  const { rails } = known;
  const hasTexts = known.name !== null || rails.some(({ by }) => by !== null);
  if (!hasTexts || rails.some(({ approvedAt }) => approvedAt >= before)) return null;
  const erased = rails.map((one) => ({ ...one, by: null }));
  return knownPayeeToDoc({ ...known, name: null, rails: erased }, doc.epoch);
}

export const knownPayeeDocument: DocumentKind = {
  kind: knownPayeeKind,
  erasure: "own",
  erase: (doc, { before }) => withoutTexts(doc, before),
  eventsOf: eventsOfPayee,
};

/** Approvals, denials, refunds and resets have events of their own. */
function eventsOfPayee(doc: Doc): RecordedEvent[] {
  const { added: rail, forgotten } = markOf(doc);
  const payeeId = doc.id;
  if (forgotten === true) return [{ kind: "payeeForgotten", payeeId }];
  return rail === undefined ? [] : [{ kind: "payeeAdded", payeeId, rail }];
}
