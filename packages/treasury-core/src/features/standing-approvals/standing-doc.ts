import { type Doc, type Json, type JsonObject, type Key, Micros } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import { counterToJson, emptyCounter } from "@agent-treasury/rules";
import { erasedApproval } from "../../kernel/approvals/erased-persons.ts";
import type { DocumentKind, Erasing, ErasedDoc } from "../../kernel/documents/document-kind.ts";
import { roughBytes } from "../../kernel/ledger/commit/rough-bytes.ts";
import { hashOf } from "../../kernel/ledger/hash.ts";
import { HeadSlice } from "../../kernel/ledger/head-slice.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { RecordedEvent } from "../../kernel/ledger/recorded-event.ts";
import { ValueDoc, valueOf } from "../../kernel/ledger/value-doc.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import { readCounter } from "../rules/index.ts";
import { isUsedUp, type StandingApproval, type StandingTerms } from "./standing-approval.ts";

export const standingKind = "standing_approvals";

/** All standing approvals of one agent and payee are one document, with their usage. */
export function standingKey(agentId: string, payeeId: string): Key {
  return { kind: standingKind, id: hashOf(JSON.stringify([agentId, payeeId])) };
}

/** A reset ends those of earlier epochs. */
export function standingIn(doc: Doc | undefined, epoch: number): readonly StandingApproval[] {
  if (doc === undefined || doc.epoch !== epoch) return [];
  return standingOf(doc);
}

export function standingOf(doc: Doc): readonly StandingApproval[] {
  return valueOf(doc, ({ body }) =>
    (body as readonly Json[]).map((one) => standingFromJson(one as JsonObject)),
  );
}

export function standingToDoc(
  key: Key,
  epoch: number,
  approvals: readonly StandingApproval[],
): Doc {
  return new ValueDoc(key, epoch, null, approvals, roughBytesOf(approvals), (all) =>
    all.map(standingToJson),
  );
}

function roughBytesOf(approvals: readonly StandingApproval[]): number {
  const bytesOfSpan = 50;
  const bytesOfTerms = 300;
  return approvals.reduce((bytes, { authors, inWindow }) => {
    const spans = bytesOfSpan * inWindow.spans.length;
    return bytes + bytesOfTerms + spans + roughBytes(toStored(authors));
  }, 0);
}

export function termsToJson({ maximum, limit, ...terms }: StandingTerms): JsonObject {
  const { id, agentId, vendor, count, endsAt } = terms;
  return {
    id,
    agentId,
    vendor,
    maximum: Micros.toText(maximum),
    ...(limit && { limit: { maximum: Micros.toText(limit.maximum), window: { ...limit.window } } }),
    ...(count !== null && { count }),
    endsAt,
  };
}

type StoredTerms = Omit<StandingTerms, "maximum" | "limit" | "count"> & {
  readonly maximum: string;
  readonly limit?: Omit<NonNullable<StandingTerms["limit"]>, "maximum"> & {
    readonly maximum: string;
  };
  readonly count?: number;
};

export function termsFromJson(json: JsonObject): StandingTerms {
  const stored = fromStored<StoredTerms>(json);
  const { id, agentId, vendor, maximum, limit, count = null, endsAt } = stored;
  return {
    id,
    agentId,
    vendor,
    maximum: Micros.of(maximum),
    limit: limit === undefined ? null : { ...limit, maximum: Micros.of(limit.maximum) },
    count,
    endsAt,
  };
}

function standingToJson(approval: StandingApproval): JsonObject {
  const { authors, createdAt, lastUsedAt, revoked, limit, inWindow, inTotal } = approval;
  return {
    ...termsToJson(approval),
    authors: toStored(authors),
    createdAt,
    ...(lastUsedAt !== null && { lastUsedAt }),
    ...(revoked !== null && { revoked: { ...revoked } }),
    ...(limit !== null && { inWindow: counterToJson(inWindow) }),
    inTotal: counterToJson(inTotal),
  };
}

/** Without the fields that earlier versions left out, or that need a codec. */
type StoredApproval = Pick<StandingApproval, "authors" | "createdAt"> &
  Partial<Pick<StandingApproval, "lastUsedAt" | "revoked">>;

function standingFromJson(json: JsonObject): StandingApproval {
  const { inWindow } = json;
  const {
    authors,
    createdAt,
    lastUsedAt = null,
    revoked = null,
  } = fromStored<StoredApproval>(json);
  const terms = termsFromJson(json);
  return {
    ...terms,
    authors,
    createdAt,
    lastUsedAt,
    revoked,
    inWindow: inWindow === undefined ? emptyCounter : readCounter(terms.id, inWindow),
    inTotal: readCounter(terms.id, json["inTotal"]),
  };
}

/** When the last standing approval ends. Null if none is in effect, so that spends read none. */
export const standingUntil: HeadSlice<number | null> = new HeadSlice<number | null>({
  name: "standingUntil",
  none: null,
  toJson: (end) => end,
  fromJson: (end) => end as number,
  atReset: () => null,
});

const indexKey: Key = { kind: "standing_approval_index", id: "index" };

/** The newest last. Contains no names, and no usage. */
export type StandingIndex = readonly IndexedApproval[];

/** `end` is the time of its end or of its revocation. */
export type IndexedApproval = readonly [id: string, pair: string, end: number];

/** Call it before other work, because it may request the document. */
export function indexOf(ledger: LedgerState): StandingIndex {
  const [doc] = ledger.request([indexKey]);
  if (doc === undefined || doc.epoch !== ledger.head.epoch) return [];
  return fromStored<StandingIndex>(doc.body);
}

export function indexToDoc(index: StandingIndex, epoch: number): Doc {
  return keptDoc(indexKey, epoch, index);
}

/** When the last one ends; null if none is in effect. Spends read none afterwards. */
export function lastEnd(index: StandingIndex, now: number): number | null {
  const last = index.reduce((latest, [, , end]) => Math.max(latest, end), 0);
  return last > now ? last : null;
}

/** The standing approvals of each document. Call it before other work. */
export function standingOfPairs(
  ledger: LedgerState,
  pairs: readonly string[],
): ReadonlyMap<string, readonly StandingApproval[]> {
  const docs = ledger.request(pairs.map((id) => ({ kind: standingKind, id })));
  return new Map(pairs.map((pair, at) => [pair, standingIn(docs[at], ledger.head.epoch)]));
}

export const standingDocument: DocumentKind = {
  kind: standingKind,
  erasure: "own",
  erase: erasedStanding,
  eventsOf: (doc, { before, head: { epoch } }) =>
    eventsOfStanding(standingIn(before.doc(doc), epoch), standingIn(doc, epoch)),
};

/** One in effect counts as the approvals of its persons. */
function erasedStanding(doc: Doc, { before, now, epoch }: Erasing): ErasedDoc {
  const isOld = ({ createdAt, vendor }: StandingApproval): boolean =>
    createdAt < before && vendor !== erasedText;
  const isEnded = ({ revoked, endsAt }: StandingApproval): boolean =>
    revoked !== null || endsAt <= now || doc.epoch !== epoch;
  const all = standingOf(doc);
  if (all.some((one) => isOld(one) && isEnded(one))) {
    const erased = all.map((one) => (isOld(one) && isEnded(one) ? withoutPersons(one) : one));
    return standingToDoc(doc, doc.epoch, erased);
  }
  return all.some(isOld) ? "waits" : null;
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

function eventsOfStanding(
  were: readonly StandingApproval[],
  are: readonly StandingApproval[],
): RecordedEvent[] {
  return are.flatMap((one): RecordedEvent[] => {
    const standingApprovalId = one.id;
    const was = were.find(({ id }) => id === one.id);
    if (was === undefined) return [{ kind: "standingApprovalCreated", standingApprovalId }];
    const ended = { kind: "standingApprovalEnded", standingApprovalId } as const;
    if (one.revoked !== null && was.revoked === null) return [{ ...ended, ended: "revoked" }];
    return isUsedUp(one) && !isUsedUp(was) ? [{ ...ended, ended: "used_up" }] : [];
  });
}
