import type { PasskeyChallengeRequest } from "@agent-treasury/contract";
import type { Base64Url } from "@agent-treasury/provider";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { base64UrlOfHex } from "./webauthn-options.ts";

export type SignedIntent = PasskeyChallengeRequest["intent"];

const formatVersion = "agent-treasury/signature/1";

/** What a person signs. */
export interface SignedRecord {
  readonly workspaceId: string;
  readonly rpId: string;
  readonly intent: SignedIntent;
  /** Id of the proposal, the action or the passkey; null for a new passkey. */
  readonly subject: string | null;
  /** Digest of the proposal or action; null for passkeys. */
  readonly digest: string | null;
  /** Decimal micro-dollars. Null for the proposed amount, which the digest covers. */
  readonly approvedAmount: string | null;
  /** Salted commitment to the person's id, so that the id can be erased. */
  readonly approver: string;
  readonly nonce: string;
}

/** The id of the person who signs. */
export interface ApproverOpening {
  /** 128 random bits. */
  readonly salt: string;
  readonly approver: string;
}

export function approverCommitment({ salt, approver }: ApproverOpening): string {
  return sha256Hex(JSON.stringify([salt, approver]));
}

export function canonicalRecord(record: SignedRecord): readonly unknown[] {
  const { workspaceId, rpId, intent, subject, digest, approvedAmount, approver, nonce } = record;
  return [
    formatVersion,
    workspaceId,
    rpId,
    intent,
    subject,
    digest,
    approvedAmount,
    approver,
    nonce,
  ];
}

/** SHA-256 of the canonical form. */
export function challengeOf(record: SignedRecord): Base64Url {
  return base64UrlOfHex(sha256Hex(JSON.stringify(canonicalRecord(record))));
}
