import type {
  Base64Url,
  Doc,
  Json,
  JsonObject,
  Key,
  PasskeyAssertion,
} from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import type { DocumentKind } from "../../kernel/documents/document-kind.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import { type ApproverOpening, canonicalRecord, type SignedRecord } from "./signed-record.ts";

export const signatureKind = "passkey_signature";

const formatVersion = "agent-treasury/evidence/1";

/** All that is necessary to verify a signature offline. */
export interface SignatureEvidence {
  readonly record: SignedRecord;
  /** Null after its erasure. */
  readonly opening: ApproverOpening | null;
  readonly publicKey: Base64Url;
  readonly assertion: PasskeyAssertion;
  readonly at: number;
}

/** SHA-256, which the approval and its ledger entry contain. It covers no names. */
export function evidenceDigest({
  record,
  publicKey,
  assertion,
}: Pick<SignatureEvidence, "record" | "publicKey" | "assertion">): string {
  const { id, response } = assertion;
  const { clientDataJSON, authenticatorData, signature } = response;
  const signed = [id, clientDataJSON, authenticatorData, signature];
  return sha256Hex(JSON.stringify([formatVersion, canonicalRecord(record), publicKey, signed]));
}

export function signatureKey(digest: string): Key {
  return { kind: signatureKind, id: digest };
}

export function signatureToDoc(evidence: SignatureEvidence, epoch: number): Doc {
  return keptDoc(signatureKey(evidenceDigest(evidence)), epoch, toStored(evidence));
}

export function signatureFromDoc({ body }: Doc): SignatureEvidence {
  return fromStored<SignatureEvidence>(body);
}

export const signatureDocument: DocumentKind = {
  kind: signatureKind,
  erasure: "own",
  // The commitment to the person remains, so that the signature can still be verified.
  erase: (doc, { before }) => {
    const body = doc.body as JsonObject & { readonly opening: Json; readonly at: number };
    if (body.opening === null || body.at >= before) return null;
    return { ...doc, body: { ...body, opening: null } };
  },
};
