import { TreasuryError } from "@agent-treasury/provider";
import { type Command, changed, unchanged } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import { credentialIndexIn, credentialIndexKey } from "./credential-action.ts";
import {
  type CredentialActor,
  type CredentialRecord,
  credentialFromDoc,
  credentialKey,
  credentialToDoc,
} from "./credential-record.ts";

export const lastUseEveryMs = 600_000;

/** Idempotent: the first revocation stays. */
export function revokeCredential(id: string, by: CredentialActor): Command<CredentialRecord> {
  const key = credentialKey(id);
  return {
    name: "revoke_credential",
    reads: [key, credentialIndexKey],
    reduce: (ledger, now) => {
      const doc = ledger.doc(key);
      if (doc === undefined) {
        const message = `Credential ${JSON.stringify(id)} does not exist in workspace ${ledger.workspaceId}.`;
        throw new TreasuryError("credential_not_found", message);
      }
      const known = credentialFromDoc(doc);
      if (known.revokedAt !== null) return unchanged(known);
      const record = { ...known, revokedAt: now, revokedBy: by };
      const { newest, valid } = credentialIndexIn(ledger);
      const next = { newest, valid: valid.filter(([each]) => each !== id) };
      const put = [credentialToDoc(record), keptDoc(credentialIndexKey, ledger.head.epoch, next)];
      return changed(ledger, record, { put });
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
      if (known === undefined || !isUseDue(known, now)) return unchanged(null);
      return changed(ledger, null, { put: [credentialToDoc({ ...known, lastUsedAt: now })] });
    },
  };
}

export function isUseDue({ lastUsedAt }: CredentialRecord, now: number): boolean {
  return lastUsedAt === null || now - lastUsedAt >= lastUseEveryMs;
}
