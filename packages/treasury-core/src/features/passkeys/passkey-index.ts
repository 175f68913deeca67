import { type Doc, type Key, TreasuryError } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import type { DocumentKind } from "../../kernel/documents/document-kind.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { type PasskeyRecord, passkeyFromDoc, passkeyKey } from "./passkey-record.ts";

/** Not removed, in one workspace. */
export const maximumPasskeys = 200;
export const maximumPasskeysOfPerson = 10;

export const invitationLifeMs = 86_400_000;

export const passkeyIndexKey: Key = { kind: "passkeys", id: "index" };

/** The passkeys of a workspace that are not removed, and the invitations that are not used. */
export interface PasskeyIndex {
  /** The oldest first. */
  readonly passkeys: readonly (readonly [id: string, personId: string])[];
  /** One of a person, so that a used invitation leaves no other one behind. */
  readonly invitations: readonly PasskeyInvitationRecord[];
}

export interface PasskeyInvitationRecord {
  readonly personId: string;
  /** SHA-256 of the token. */
  readonly digest: string;
  readonly expiresAt: number;
  /** Id of the administrative action. */
  readonly action: string;
}

export function passkeyIndexIn(ledger: LedgerState): PasskeyIndex {
  const [doc] = ledger.request([passkeyIndexKey]);
  return fromStored<PasskeyIndex | undefined>(doc?.body) ?? { passkeys: [], invitations: [] };
}

export function passkeyIndexDoc(index: PasskeyIndex, epoch: number): Doc {
  return keptDoc(passkeyIndexKey, epoch, toStored(index));
}

export function passkeyHolders(ledger: LedgerState): number {
  return holdersIn(passkeyIndexIn(ledger));
}

export function holdersIn({ passkeys }: PasskeyIndex): number {
  return new Set(passkeys.map(([, personId]) => personId)).size;
}

export function hasPasskey({ passkeys }: PasskeyIndex, person: string): boolean {
  return passkeys.some(([, personId]) => personId === person);
}

/** The passkeys of a person, the oldest first. */
export function passkeysOf(ledger: LedgerState, person: string): readonly PasskeyRecord[] {
  const own = passkeyIndexIn(ledger).passkeys.filter(([, personId]) => personId === person);
  return recordsOf(
    ledger,
    own.map(([id]) => id),
  );
}

export function recordsOf(ledger: LedgerState, ids: readonly string[]): readonly PasskeyRecord[] {
  return ledger.request(ids.map(passkeyKey)).flatMap((doc) => (doc ? [passkeyFromDoc(doc)] : []));
}

/** @throws TreasuryError `passkey_limit_reached`. */
export function checkRoom({ passkeys }: PasskeyIndex, person: string): void {
  const own = passkeys.filter(([, personId]) => personId === person).length;
  if (own >= maximumPasskeysOfPerson) {
    throw limitReached(`The person has ${maximumPasskeysOfPerson} passkeys.`);
  }
  if (passkeys.length >= maximumPasskeys) {
    throw limitReached(`The workspace has ${maximumPasskeys} passkeys.`);
  }
}

function limitReached(message: string): TreasuryError {
  return new TreasuryError("passkey_limit_reached", message);
}

/** Without the person's earlier invitation and expired ones. */
export function withoutInvitation(index: PasskeyIndex, person: string, now: number): PasskeyIndex {
  const invitations = index.invitations.filter(
    ({ personId, expiresAt }) => personId !== person && expiresAt > now,
  );
  return { ...index, invitations };
}

export const passkeyIndexDocument: DocumentKind = {
  kind: passkeyIndexKey.kind,
  erasure: "own",
  // The persons of passkeys are erased once these are removed, which also ends their entries here.
  erase: (doc, { before, now }) => {
    const index = fromStored<PasskeyIndex>(doc.body);
    const old = index.invitations.filter(({ expiresAt }) => expiresAt - invitationLifeMs < before);
    const ended = old.filter(({ expiresAt }) => expiresAt <= now);
    if (ended.length === 0) return old.length === 0 ? null : "waits";
    const invitations = index.invitations.filter((one) => !ended.includes(one));
    return passkeyIndexDoc({ ...index, invitations }, doc.epoch);
  },
};
