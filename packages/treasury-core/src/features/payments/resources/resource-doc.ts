import type { Doc, JsonObject, Key, PaidResource } from "@agent-treasury/provider";
import type { DocumentKind } from "../../../kernel/documents/document-kind.ts";
import { keptDoc } from "../../../kernel/ledger/kept-doc.ts";
import { proposalKind } from "../../../kernel/proposals/proposal.ts";

export const resourceKind = "paid_resource";

const retentionMs = 30 * 86_400_000;

/** The body in base64. Null after its erasure. */
type ResourceBody = JsonObject &
  Pick<PaidResource, "status" | "contentType"> & {
    readonly body: string | null;
  };

export function resourceKey(proposalId: string): Key {
  return { kind: resourceKind, id: proposalId };
}

export function resourceToDoc(
  proposalId: string,
  epoch: number,
  { status, contentType, body }: PaidResource,
  now: number,
): Doc {
  const stored: ResourceBody = { status, contentType, body: toBase64(body) };
  const doc = keptDoc(resourceKey(proposalId), epoch, stored);
  return { ...doc, expiresAt: now + retentionMs };
}

/** Null after its retention or erasure. */
export function resourceFrom(doc: Doc | undefined, now: number): PaidResource | null {
  if (doc === undefined || (doc.expiresAt !== null && doc.expiresAt <= now)) return null;
  const { status, contentType, body } = doc.body as ResourceBody;
  return body === null ? null : { status, contentType, body: fromBase64(body) };
}

/** What is known of an answer beside its content. */
export interface Delivered extends Pick<PaidResource, "status" | "contentType"> {
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Null after its retention or erasure. */
export function deliveredIn(doc: Doc | undefined, now: number): Delivered | null {
  const resource = resourceFrom(doc, now);
  if (resource === null) return null;
  const { status, contentType, body } = resource;
  return { status, contentType, bytes: body.length, at: (doc?.expiresAt ?? now) - retentionMs };
}

export const resourceDocument: DocumentKind = {
  kind: resourceKind,
  erasure: "with",
  of: proposalKind,
  erase: (doc) => {
    const { status } = doc.body as ResourceBody;
    return { ...doc, body: { status, contentType: null, body: null } };
  },
};

/** More arguments of one call could exceed the stack. */
const chunk = 8_192;

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let begin = 0; begin < bytes.length; begin += chunk) {
    binary += String.fromCharCode(...bytes.subarray(begin, begin + chunk));
  }
  return btoa(binary);
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
