import type { AgentCredential } from "@agent-treasury/contract";
import type { Doc, Key } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import { timestamp, timestampOrNull } from "../../kernel/ledger/timestamp.ts";

export const credentialKind = "agent_credential";

/** The person who issued or revoked a credential. */
export type CredentialActor = Pick<Operator, "id" | "name" | "verified">;

/** Times are milliseconds since 1970. */
export interface CredentialRecord {
  readonly id: string;
  /** The epoch of the issue. The credential is valid in later epochs, too. */
  readonly epoch: number;
  readonly ordinal: bigint;
  /** SHA-256 of the token. */
  readonly digest: string;
  /** Of a meter, its own id. */
  readonly agentId: string;
  readonly name: string;
  /** Missing for an agent's. */
  readonly role?: "meter";
  readonly owner: Person | null;
  readonly allocationId: string | null;
  readonly issuedAt: number;
  readonly issuedBy: CredentialActor;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  readonly revokedBy: CredentialActor | null;
}

/** Without its place in the list, which a credential has once it is valid. */
export type IssuedRecord = Omit<CredentialRecord, "epoch" | "ordinal">;

export function credentialKey(id: string): Key {
  return { kind: credentialKind, id };
}

/** Closed, so that it is not loaded with every head. Never purged, because it is its own audit record. */
export function credentialToDoc({ id, epoch, ordinal, ...body }: CredentialRecord): Doc {
  return { ...keptDoc(credentialKey(id), epoch, toStored(body)), ordinal };
}

export function credentialFromDoc({ id, epoch, ordinal, body }: Doc): CredentialRecord {
  const record = fromStored<Omit<CredentialRecord, "id" | "epoch" | "ordinal">>(body);
  return { ...record, id, epoch, ordinal: ordinal ?? 0n };
}

/** @param now storage time. */
export function isValid({ revokedAt, expiresAt }: CredentialRecord, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/** As `isValid`, within a command. Requests the credential. */
export function isCredentialValid(ledger: LedgerState, id: string, now: number): boolean {
  const [doc] = ledger.request([credentialKey(id)]);
  return doc !== undefined && isValid(credentialFromDoc(doc), now);
}

export function agentOf(workspaceId: string, record: CredentialRecord): AgentPrincipal {
  const { id: credentialId, agentId: id, name, allocationId, role } = record;
  const agent = { id, name, workspaceId, owner: ownerOf(record), allocationId, credentialId };
  return role === "meter" ? { ...agent, isMeter: true } : agent;
}

/** The issuer knows the token, so that proposals of the agent may be the issuer's. */
function ownerOf({ owner, issuedBy: { id } }: CredentialRecord): Person | null {
  return owner === null || id === null || id === owner.id ? owner : { ...owner, issuedBy: id };
}

export function credentialToWire(workspaceId: string, record: IssuedRecord): AgentCredential {
  return {
    id: record.id,
    workspaceId,
    agentId: record.agentId,
    name: record.name,
    role: record.role ?? "agent",
    ownerId: record.owner?.id ?? null,
    owner: record.owner?.name ?? null,
    allocationId: record.allocationId,
    issuedAt: timestamp(record.issuedAt),
    issuedBy: record.issuedBy.name,
    expiresAt: timestampOrNull(record.expiresAt),
    lastUsedAt: timestampOrNull(record.lastUsedAt),
    revokedAt: timestampOrNull(record.revokedAt),
    revokedBy: record.revokedBy?.name ?? null,
  };
}
