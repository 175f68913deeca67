import type { Doc, Key } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { ApproverOpening, SignedRecord } from "./signed-record.ts";
import { challengeLifeMs } from "./webauthn-options.ts";

/** A challenge and its single use. */
export interface ChallengeRecord {
  readonly record: SignedRecord;
  readonly opening: ApproverOpening;
  readonly validUntil: number;
  readonly usedAt: number | null;
}

/** Longer than it is valid, so that a repeated request with its key is recognized. */
const retentionMs = 86_400_000;

export function challengeKey(nonce: string): Key {
  return { kind: "passkey_challenge", id: nonce };
}

export function challengeDoc(challenge: ChallengeRecord, epoch: number): Doc {
  const { record, validUntil } = challenge;
  const doc = keptDoc(challengeKey(record.nonce), epoch, toStored(challenge));
  return { ...doc, expiresAt: validUntil - challengeLifeMs + retentionMs };
}

export function challengeFromDoc({ body }: Doc): ChallengeRecord {
  return fromStored<ChallengeRecord>(body);
}
