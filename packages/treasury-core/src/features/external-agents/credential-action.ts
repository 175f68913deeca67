import { type JsonObject, type Key, TreasuryError } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import type { ActionType } from "../../kernel/action-type.ts";
import { changesOn } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import {
  type CredentialRecord,
  credentialToDoc,
  credentialToWire,
  type IssuedRecord,
} from "./credential-record.ts";

/** Neither expired nor revoked, in one workspace. */
export const maximumCredentials = 200;

export const credentialIndexKey: Key = { kind: "agent_credentials", id: "index" };

/** Numbers credentials for listings, and counts the valid ones. */
export interface CredentialIndex {
  readonly newest: number;
  /** Credentials that are not revoked, with their expiry. */
  readonly valid: readonly (readonly [id: string, expiresAt: number | null])[];
}

export type NewCredential = Pick<
  CredentialRecord,
  "id" | "digest" | "agentId" | "name" | "role" | "owner" | "allocationId" | "issuedBy"
> & { readonly lifeMs: number | null };

/** @throws TreasuryError `credential_limit_reached`. */
export function issuePayload(
  ledger: LedgerState,
  { lifeMs, ...issued }: NewCredential,
  now: number,
): JsonObject {
  roomIn(ledger, now);
  const expiresAt = lifeMs === null ? null : now + lifeMs;
  const record: IssuedRecord = {
    ...issued,
    issuedAt: now,
    expiresAt,
    lastUsedAt: null,
    revokedAt: null,
    revokedBy: null,
  };
  return toStored(record);
}

export function credentialOf(payload: JsonObject): IssuedRecord {
  return fromStored<IssuedRecord>(payload);
}

/**
 * Creates a credential. Its token exists since the start, and is not valid before. Otherwise one
 * person could add agents whose owner is another person.
 */
export const issuingAction: ActionType = {
  recordsItself: true,
  apply: (ledger, payload, { now }) => {
    const { newest, valid } = roomIn(ledger, now);
    const { epoch } = ledger.head;
    const ordinal = BigInt(newest + 1);
    const record: CredentialRecord = { ...credentialOf(payload), epoch, ordinal };
    const index: CredentialIndex = {
      newest: newest + 1,
      valid: [...valid, [record.id, record.expiresAt]],
    };
    const put = [credentialToDoc(record), keptDoc(credentialIndexKey, epoch, toStored(index))];
    return { changes: changesOn(ledger, { put }), result: record.id };
  },
  details: (payload) => {
    const shown = credentialToWire("", credentialOf(payload));
    const { id, agentId, name, role, ownerId, owner, allocationId, expiresAt } = shown;
    const meter = role === "meter" && { role };
    return { credential: { id, agentId, name, ...meter, ownerId, owner, allocationId, expiresAt } };
  },
};

/** Returns the index without expired credentials. */
function roomIn(ledger: LedgerState, now: number): CredentialIndex {
  ledger.request([credentialIndexKey]);
  const { newest, valid } = credentialIndexIn(ledger);
  const live = valid.filter(([, expiresAt]) => expiresAt === null || expiresAt > now);
  if (live.length < maximumCredentials) return { newest, valid: live };
  const message = `Workspace ${ledger.workspaceId} has ${maximumCredentials} valid credentials.`;
  throw new TreasuryError("credential_limit_reached", message);
}

export function credentialIndexIn(ledger: LedgerState): CredentialIndex {
  const body = fromStored<CredentialIndex | undefined>(ledger.doc(credentialIndexKey)?.body);
  return body ?? { newest: 0, valid: [] };
}
