import { type Key, TreasuryError } from "@agent-treasury/provider";
import { type Command, changesOn, refused } from "../ledger/command.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import {
  type CredentialActor,
  type CredentialRecord,
  credentialFromDoc,
  credentialKey,
  credentialToDoc,
} from "./credential-record.ts";

/** Neither expired nor revoked, in one workspace. */
export const maximumCredentials = 200;
export const lastUseEveryMs = 600_000;

const indexKey: Key = { kind: "agent_credentials", id: "index" };

/** Numbers credentials for listings, and counts the valid ones. */
interface CredentialIndex {
  readonly newest: number;
  /** Credentials that are not revoked, with their expiry. */
  readonly valid: readonly (readonly [id: string, expiresAt: number | null])[];
}

export type NewCredential = Pick<
  CredentialRecord,
  "id" | "digest" | "agentId" | "name" | "owner" | "allocationId"
> & { readonly lifeMs: number | null; readonly issuedBy: CredentialActor };

export function issueCredential({ lifeMs, ...issued }: NewCredential): Command<CredentialRecord> {
  const key = credentialKey(issued.id);
  return {
    name: "issue_credential",
    reads: [indexKey],
    creates: [key],
    reduce: (ledger, now) => {
      const index = indexIn(ledger);
      const valid = index.valid.filter(([, expiresAt]) => expiresAt === null || expiresAt > now);
      if (valid.length >= maximumCredentials) {
        const message = `Workspace ${ledger.workspaceId} has ${maximumCredentials} valid credentials.`;
        return refused(new TreasuryError("credential_limit_reached", message));
      }
      const { epoch } = ledger.head;
      const newest = index.newest + 1;
      const record: CredentialRecord = {
        ...issued,
        epoch,
        ordinal: BigInt(newest),
        issuedAt: now,
        expiresAt: lifeMs === null ? null : now + lifeMs,
        lastUsedAt: null,
        revokedAt: null,
        revokedBy: null,
      };
      const next = { newest, valid: [...valid, [record.id, record.expiresAt] as const] };
      const put = [credentialToDoc(record), keptDoc(indexKey, epoch, next)];
      return { kind: "changed", answer: record, changes: changesOn(ledger, { put }) };
    },
  };
}

/** Idempotent: the first revocation stays. */
export function revokeCredential(id: string, by: CredentialActor): Command<CredentialRecord> {
  const key = credentialKey(id);
  return {
    name: "revoke_credential",
    reads: [key, indexKey],
    reduce: (ledger, now) => {
      const doc = ledger.doc(key);
      if (doc === undefined) {
        const message = `Credential ${JSON.stringify(id)} does not exist in workspace ${ledger.workspaceId}.`;
        return refused(new TreasuryError("credential_not_found", message));
      }
      const known = credentialFromDoc(doc);
      if (known.revokedAt !== null) return { kind: "unchanged", answer: known };
      const record = { ...known, revokedAt: now, revokedBy: by };
      const { newest, valid } = indexIn(ledger);
      const next = { newest, valid: valid.filter(([each]) => each !== id) };
      const put = [credentialToDoc(record), keptDoc(indexKey, ledger.head.epoch, next)];
      return { kind: "changed", answer: record, changes: changesOn(ledger, { put }) };
    },
  };
}

export function recordLastUse(id: string): Command<null> {
  const key = credentialKey(id);
  return {
    name: "record_credential_use",
    reads: [key],
    reduce: (ledger, now) => {
      const doc = ledger.doc(key);
      const known = doc && credentialFromDoc(doc);
      if (known === undefined || !isUseDue(known, now)) return { kind: "unchanged", answer: null };
      const put = [credentialToDoc({ ...known, lastUsedAt: now })];
      return { kind: "changed", answer: null, changes: changesOn(ledger, { put }) };
    },
  };
}

export function isUseDue({ lastUsedAt }: CredentialRecord, now: number): boolean {
  return lastUsedAt === null || now - lastUsedAt >= lastUseEveryMs;
}

function indexIn(ledger: LedgerState): CredentialIndex {
  const body = ledger.doc(indexKey)?.body as unknown as CredentialIndex | undefined;
  return body ?? { newest: 0, valid: [] };
}
