import type { Output, Passkey, ParsedInput } from "@agent-treasury/contract";
import type { Base64Url, CreatedPasskey, Doc, Key } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { changed, type Command } from "../../kernel/ledger/command.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import { invitationDigest } from "./invite-passkey.ts";
import { invitationInvalid, passkeyRejected, verifierOf } from "./passkey-errors.ts";
import {
  checkRoom,
  type PasskeyIndex,
  passkeyIndexDoc,
  passkeyIndexIn,
  type PasskeyInvitationRecord,
  passkeysOf,
  withoutInvitation,
} from "./passkey-index.ts";
import {
  type PasskeyGrant,
  passkeyIdOf,
  passkeyIn,
  passkeyKey,
  type PasskeyRecord,
  passkeyToDoc,
  passkeyToWire,
} from "./passkey-record.ts";
import { personWithPasskeys } from "./person-with-passkeys.ts";
import { signatureFromDoc, signatureKey } from "./signature-evidence.ts";
import { verifySignature } from "./verify-signature.ts";
import { base64UrlOfHex, challengeLifeMs, creationOptions } from "./webauthn-options.ts";

/** Permission to register one passkey. */
interface RegistrationRecord {
  readonly person: Person;
  readonly challenge: Base64Url;
  readonly grant: RegistrationGrant;
  readonly validUntil: number;
  readonly usedAt: number | null;
}

type RegistrationGrant =
  | { readonly kind: "invitation"; readonly digest: string }
  | Extract<PasskeyGrant, { readonly kind: "signature" }>;

function registrationKey(nonce: string): Key {
  return { kind: "passkey_registration", id: nonce };
}

function registrationDoc(nonce: string, record: RegistrationRecord, epoch: number): Doc {
  const doc = keptDoc(registrationKey(nonce), epoch, toStored(record));
  return { ...doc, expiresAt: record.validUntil };
}

/** Begins a registration by an invitation, or by a signature with another passkey of the person. */
export async function beginPasskey(
  engine: Engine,
  { workspaceId, invitation, passkey }: ParsedInput<"beginPasskey">,
  operator: Operator,
): Promise<Output<"beginPasskey">> {
  const verifier = verifierOf(engine);
  const { committer, identifiers } = engine;
  const person = personWithPasskeys(operator);
  if ((invitation === undefined) === (passkey === undefined)) {
    throw invalidRequest("Either `invitation` or `passkey` is required.");
  }
  const nonce = identifiers.random();
  const challenge = base64UrlOfHex(sha256Hex(`${identifiers.random()}${identifiers.random()}`));
  const begin = (grantIn: (ledger: LedgerState, now: number) => RegistrationGrant) => {
    const command: Command<Output<"beginPasskey">> = {
      name: "begin_passkey",
      creates: [registrationKey(nonce)],
      reduce: (ledger, now) => {
        const grant = grantIn(ledger, now);
        checkRoom(passkeyIndexIn(ledger), person.id);
        const own = passkeysOf(ledger, person.id);
        const validUntil = now + challengeLifeMs;
        const record: RegistrationRecord = { person, challenge, grant, validUntil, usedAt: null };
        const put = [registrationDoc(nonce, record, ledger.head.epoch)];
        const options = creationOptions(verifier, workspaceId, person, challenge, own);
        const answer = { nonce, expiresAt: timestamp(validUntil), options };
        return changed(ledger, answer, { put });
      },
    };
    return command;
  };
  if (passkey === undefined) {
    const digest = invitationDigest(invitation ?? "");
    const command = begin((ledger, now) => {
      invitationIn(passkeyIndexIn(ledger), digest, person.id, now);
      return { kind: "invitation", digest };
    });
    return committer.run(workspaceId, command);
  }
  const terms = { workspaceId, operator, intent: "add_passkey", subject: null } as const;
  const { evidence, within } = await verifySignature(engine, passkey, terms);
  return committer.run(workspaceId, within(begin(() => ({ kind: "signature", evidence }))));
}

/** Registers the passkey that the person's authenticator created. */
export async function registerPasskey(
  engine: Engine,
  { workspaceId, nonce, name, registration }: ParsedInput<"registerPasskey">,
  operator: Operator,
): Promise<{ readonly passkey: Passkey }> {
  const verifier = verifierOf(engine);
  const { committer } = engine;
  const person = personWithPasskeys(operator);
  const begun = await committer.preview<RegistrationRecord>(workspaceId, {
    name: "read_passkey_registration",
    reads: [registrationKey(nonce)],
    reduce: (ledger, now) => ({
      kind: "unchanged",
      answer: registrationIn(ledger, nonce, person, now),
    }),
  });
  const created = await verifier.verifyAttestation(registration, begun.challenge);
  if (created.kind === "rejected") throw passkeyRejected(created.reason);
  const { transports = [] } = registration.response;
  const given = { nonce, person, name, transports, created };
  const passkey = await committer.run(workspaceId, newPasskey(given));
  return { passkey: passkeyToWire(workspaceId, passkey) };
}

interface NewPasskey {
  readonly nonce: string;
  readonly person: Person;
  readonly name: string;
  readonly transports: readonly string[];
  readonly created: CreatedPasskey;
}

function newPasskey({
  nonce,
  person,
  name,
  transports,
  created,
}: NewPasskey): Command<PasskeyRecord> {
  const { credentialId, publicKey, counter, isSynced } = created;
  const id = passkeyIdOf(credentialId);
  return {
    name: "register_passkey",
    reads: [registrationKey(nonce), passkeyKey(id)],
    reduce: (ledger, now) => {
      const begun = registrationIn(ledger, nonce, person, now);
      // Also a removed one, with which earlier signatures are verified.
      if (ledger.doc(passkeyKey(id)) !== undefined) {
        throw passkeyRejected("The passkey is registered already.");
      }
      const index = passkeyIndexIn(ledger);
      checkRoom(index, person.id);
      const answer: PasskeyRecord = {
        id,
        credentialId,
        publicKey,
        transports,
        person,
        name,
        isSynced,
        counter,
        addedAt: now,
        addedBy: grantOf(ledger, begun.grant, person.id, now),
        lastUsedAt: null,
        removedAt: null,
      };
      const others = withoutInvitation(index, person.id, now);
      const passkeys = [...others.passkeys, [id, person.id] as const];
      const { epoch } = ledger.head;
      const put = [
        passkeyToDoc(answer, epoch),
        passkeyIndexDoc({ ...others, passkeys }, epoch),
        registrationDoc(nonce, { ...begun, usedAt: now }, epoch),
      ];
      return changed(ledger, answer, { put });
    },
  };
}

/** @throws TreasuryError `passkey_rejected`. */
function registrationIn(
  ledger: LedgerState,
  nonce: string,
  person: Person,
  now: number,
): RegistrationRecord {
  const body = ledger.doc(registrationKey(nonce))?.body;
  const record = fromStored<RegistrationRecord | null>(body ?? null);
  if (record === null || record.validUntil <= now) {
    throw passkeyRejected("The registration is unknown or expired.");
  }
  if (record.usedAt !== null) throw passkeyRejected("The registration has been used.");
  if (record.person.id === person.id) return record;
  throw passkeyRejected("The registration is of another person.");
}

/**
 * @throws TreasuryError `passkey_invitation_invalid` if the invitation was used or replaced meanwhile,
 * `passkey_rejected` if the passkey that signed was removed.
 */
function grantOf(
  ledger: LedgerState,
  grant: RegistrationGrant,
  person: string,
  now: number,
): PasskeyGrant {
  if (grant.kind === "invitation") {
    const { action } = invitationIn(passkeyIndexIn(ledger), grant.digest, person, now);
    return { kind: "invitation", action };
  }
  const [signature] = ledger.request([signatureKey(grant.evidence)]);
  const signedWith = signature && passkeyIdOf(signatureFromDoc(signature).assertion.id);
  if (signedWith !== undefined && passkeyIn(ledger, signedWith) !== null) return grant;
  throw passkeyRejected("The passkey that signed the registration was removed.");
}

function invitationIn(
  { invitations }: PasskeyIndex,
  digest: string,
  person: string,
  now: number,
): PasskeyInvitationRecord {
  const found = invitations.find((one) => one.digest === digest);
  if (found !== undefined && found.personId === person && found.expiresAt > now) return found;
  throw invitationInvalid();
}
