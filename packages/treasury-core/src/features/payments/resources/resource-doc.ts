import type { Doc, JsonObject, Key, PaidResource, PayeeSignatures } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import { fromBase64, toBase64 } from "../../../kernel/base64.ts";
import type { DocumentKind } from "../../../kernel/documents/document-kind.ts";
import { keptDoc } from "../../../kernel/ledger/kept-doc.ts";
import { proposalKind, spendPartKind } from "../../../kernel/proposals/proposal.ts";

export const resourceKind = "paid_resource";
const partKind = "paid_resource_part";

/** The documents of what follows the first 256 KiB. */
export interface StoredRest extends JsonObject {
  readonly id: string;
  readonly parts: number;
  readonly bytes: number;
}

/** With the beginning at most 8 MiB. */
export const maximumParts = 31;
export const maximumPartBytes = 262_144;

const retentionMs = 30 * 86_400_000;

/** The body in base64. Null after its erasure. */
type ResourceBody = JsonObject &
  Pick<PaidResource, "status" | "contentType"> & {
    readonly body: string | null;
    /** Documents with what follows. Missing for none. */
    readonly rest?: StoredRest;
    /** Missing if the payee signed nothing. */
    readonly signed?: JsonObject;
  };

export function resourceKey(proposalId: string): Key {
  return { kind: resourceKind, id: proposalId };
}

export function resourceToDoc(
  proposalId: string,
  epoch: number,
  { status, contentType, body, signed }: PaidResource,
  rest: StoredRest | null,
  now: number,
): Doc {
  const stored: ResourceBody = {
    status,
    contentType,
    body: toBase64(body),
    ...(rest !== null && { rest }),
    ...(signed !== undefined && { signed: toStored({ ...signed }) }),
  };
  const doc = keptDoc(resourceKey(proposalId), epoch, stored);
  return { ...doc, expiresAt: now + retentionMs };
}

/** What the first document has. */
export interface ResourceHead extends Omit<PaidResource, "rest"> {
  /** What follows it. */
  readonly stored: StoredRest | null;
}

/** What is known of an answer beside its content. */
export interface Delivered extends Pick<PaidResource, "status" | "contentType" | "signed"> {
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Null after its retention or erasure. */
export function deliveredIn(doc: Doc | undefined, now: number): Delivered | null {
  const resource = resourceFrom(doc, now);
  if (resource === null) return null;
  const { status, contentType, body, stored, signed } = resource;
  const bytes = body.length + (stored?.bytes ?? 0);
  const at = (doc?.expiresAt ?? now) - retentionMs;
  return { status, contentType, bytes, at, ...(signed && { signed }) };
}

/** Null after its retention or erasure. */
export function resourceFrom(doc: Doc | undefined, now: number): ResourceHead | null {
  if (doc === undefined || (doc.expiresAt !== null && doc.expiresAt <= now)) return null;
  const { status, contentType, body, rest = null, signed } = doc.body as ResourceBody;
  if (body === null) return null;
  const head = { status, contentType, body: fromBase64(body), stored: rest };
  return signed === undefined ? head : { ...head, signed: fromStored<PayeeSignatures>(signed) };
}

export function partKey(restId: string, part: number): Key {
  return { kind: partKind, id: `${restId}/${part}` };
}

/** @param of when the spend was proposed, because its texts are erased by this time. */
export function partToDoc(key: Key, epoch: number, body: Uint8Array, of: number, now: number): Doc {
  const doc = keptDoc(key, epoch, { of, body: toBase64(body) });
  return { ...doc, expiresAt: now + retentionMs };
}

/** Null after its erasure. */
export function partFrom(doc: Doc | undefined): Uint8Array | null {
  const { body } = (doc?.body ?? {}) as { readonly body?: string | null };
  return typeof body === "string" ? fromBase64(body) : null;
}

export const partDocument: DocumentKind = {
  kind: partKind,
  erasure: "own",
  erase: (doc, { before }) => {
    const { of, body } = doc.body as { readonly of: number; readonly body: string | null };
    return of < before && body !== null ? { ...doc, body: { of, body: null } } : null;
  },
};

export const resourceDocument: DocumentKind = {
  kind: resourceKind,
  erasure: "with",
  of: [proposalKind, spendPartKind],
  erase: (doc) => {
    const { status } = doc.body as ResourceBody;
    return { ...doc, body: { status, contentType: null, body: null } };
  },
};
