import type { Passkey } from "@agent-treasury/contract";
import type { Base64Url, Doc, JsonObject, Key } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import type { DocumentKind } from "../../kernel/documents/document-kind.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import { timestamp, timestampOrNull } from "../../kernel/ledger/timestamp.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";

export const passkeyKind = "passkey";

/** Times are milliseconds since 1970. */
export interface PasskeyRecord {
  /** SHA-256 of the credential id. */
  readonly id: string;
  readonly credentialId: Base64Url;
  /** In COSE. */
  readonly publicKey: Base64Url;
  readonly transports: readonly string[];
  readonly person: Person;
  readonly name: string;
  readonly isSynced: boolean;
  /** 0 if the authenticator does not count its signatures. */
  readonly counter: number;
  readonly addedAt: number;
  readonly addedBy: PasskeyGrant;
  readonly lastUsedAt: number | null;
  readonly removedAt: number | null;
}

/** Why a passkey could be registered. */
export type PasskeyGrant =
  /** Id of the administrative action. */
  | { readonly kind: "invitation"; readonly action: string }
  /** SHA-256 of the evidence of a signature with another passkey. */
  | { readonly kind: "signature"; readonly evidence: string };

export function passkeyIdOf(credentialId: Base64Url): string {
  return sha256Hex(credentialId);
}

export function passkeyKey(id: string): Key {
  return { kind: passkeyKind, id };
}

/** Closed and never purged, because stored signatures are verified with it. */
export function passkeyToDoc({ id, ...body }: PasskeyRecord, epoch: number): Doc {
  return keptDoc(passkeyKey(id), epoch, toStored(body));
}

export function passkeyFromDoc({ id, body }: Doc): PasskeyRecord {
  return { ...fromStored<Omit<PasskeyRecord, "id">>(body), id };
}

/** Null if it does not exist or was removed. Requests its document. */
export function passkeyIn(ledger: LedgerState, id: string): PasskeyRecord | null {
  const [doc] = ledger.request([passkeyKey(id)]);
  const record = doc === undefined ? null : passkeyFromDoc(doc);
  return record === null || record.removedAt !== null ? null : record;
}

export function passkeyToWire(workspaceId: string, record: PasskeyRecord): Passkey {
  const { id, person, name, addedAt, lastUsedAt, isSynced } = record;
  return {
    id,
    workspaceId,
    personId: person.id,
    person: person.name,
    name,
    addedAt: timestamp(addedAt),
    lastUsedAt: timestampOrNull(lastUsedAt),
    isSynced,
  };
}

export const passkeyDocument: DocumentKind = {
  kind: passkeyKind,
  erasure: "own",
  erase: (doc, { before }) => {
    const body = doc.body as JsonObject & Pick<PasskeyRecord, "name" | "addedAt" | "removedAt">;
    if (body.name === erasedText || body.addedAt >= before) return null;
    // A passkey in use needs its person.
    if (body.removedAt === null) return "waits";
    const person = { id: erasedText, name: erasedText };
    return { ...doc, body: { ...body, person, name: erasedText } };
  },
};
