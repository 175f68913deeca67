import type { PasskeySignature } from "@agent-treasury/contract";
import {
  type Doc,
  isTreasuryError,
  Micros,
  type PasskeyAssertion,
  type TreasuryError,
} from "@agent-treasury/provider";
import type { SignedDecision } from "../../kernel/approvals/signed-decision.ts";
import type { Engine } from "../../kernel/engine.ts";
import { changesOn, type Command, type Outcome, unchanged } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import {
  challengeDoc,
  challengeFromDoc,
  challengeKey,
  type ChallengeRecord,
} from "./challenge-doc.ts";
import { passkeyRejected, verifierOf } from "./passkey-errors.ts";
import {
  passkeyFromDoc,
  passkeyIdOf,
  passkeyIn,
  passkeyKey,
  type PasskeyRecord,
  passkeyToDoc,
} from "./passkey-record.ts";
import { personWithPasskeys } from "./person-with-passkeys.ts";
import { evidenceDigest, type SignatureEvidence, signatureToDoc } from "./signature-evidence.ts";
import { challengeOf, type SignedIntent } from "./signed-record.ts";

/** What the request that carries the signature does. */
export interface SignatureTerms {
  readonly workspaceId: string;
  readonly operator: Operator;
  readonly intent: SignedIntent;
  readonly subject: string | null;
  readonly approvedAmount?: Micros | null;
  /** The digest that the request names. */
  readonly digest?: string | null;
}

export type Signature = Omit<SignedDecision, "digest">;

/**
 * Verifies a signature of a decision. What can change until the commit is verified in it: the single
 * use, the time, the counter, and that the passkey is not removed.
 *
 * @throws TreasuryError `passkey_rejected`, `passkeys_not_connected`.
 */
export async function verifyDecision(
  engine: Engine,
  signature: PasskeySignature,
  terms: SignatureTerms,
): Promise<SignedDecision> {
  const { record, ...signed } = await verifySignature(engine, signature, terms);
  if (record.digest === null) throw otherPurpose();
  return { ...signed, digest: record.digest };
}

export async function verifySignature(
  engine: Engine,
  { nonce, assertion }: PasskeySignature,
  terms: SignatureTerms,
): Promise<Signature & Pick<SignatureEvidence, "record">> {
  const verifier = verifierOf(engine);
  const { challenge, passkey } = await readSigned(engine, terms.workspaceId, nonce, assertion);
  if (challenge === null) throw passkeyRejected("The challenge is unknown or expired.");
  if (passkey === null) throw passkeyRejected("The passkey is not registered in this workspace.");
  const { record, opening } = challenge;
  const { id: person } = personWithPasskeys(terms.operator);
  if (opening.approver !== person || passkey.person.id !== person) throw otherPerson();
  const { approvedAmount = null, digest = null } = terms;
  const amount = approvedAmount === null ? null : Micros.toText(approvedAmount);
  const isSame =
    record.workspaceId === terms.workspaceId &&
    record.rpId === verifier.rpId &&
    record.intent === terms.intent &&
    record.subject === terms.subject &&
    record.approvedAmount === amount &&
    (digest === null || digest === record.digest);
  if (!isSame) throw otherPurpose();
  const { publicKey } = passkey;
  const verified = await verifier.verifyAssertion(assertion, challengeOf(record), publicKey);
  if (verified.kind === "rejected") throw passkeyRejected(verified.reason);
  const { id, rawId, type, response } = assertion;
  const stored: PasskeyAssertion = { id, rawId, type, response };
  const evidence = { record, opening, publicKey, assertion: stored };
  return {
    record,
    evidence: evidenceDigest(evidence),
    within: (command) => signedCommand(command, { evidence, counter: verified.counter }),
  };
}

interface SignedParts {
  readonly challenge: ChallengeRecord | null;
  readonly passkey: PasskeyRecord | null;
}

/** Also a used challenge and a removed passkey, which a repeated request with its key may name. */
function readSigned(
  { committer }: Engine,
  workspaceId: string,
  nonce: string,
  { id }: PasskeySignature["assertion"],
): Promise<SignedParts> {
  const keys = [challengeKey(nonce), passkeyKey(passkeyIdOf(id))];
  return committer.preview<SignedParts>(workspaceId, {
    name: "read_passkey_challenge",
    reads: keys,
    reduce: (ledger) => {
      const [challenge, passkey] = keys.map((key) => ledger.doc(key));
      const answer = {
        challenge: challenge === undefined ? null : challengeFromDoc(challenge),
        passkey: passkey === undefined ? null : passkeyFromDoc(passkey),
      };
      return unchanged(answer);
    },
  });
}

interface Use {
  readonly evidence: Omit<SignatureEvidence, "at">;
  readonly counter: number;
}

/** The command, which also uses the signature up. */
function signedCommand<Answer>(command: Command<Answer>, use: Use): Command<Answer> {
  const { record, assertion } = use.evidence;
  const keys = [challengeKey(record.nonce), passkeyKey(passkeyIdOf(assertion.id))];
  return {
    ...command,
    reads: [...(command.reads ?? []), ...keys],
    reduce: (ledger, now) => {
      const used = useSignature(ledger, use, now);
      if (isTreasuryError(used)) throw used;
      return withDocs(ledger, command.reduce(ledger, now), used);
    },
  };
}

/** Also an outcome without changes uses the signature up. */
function withDocs<Answer>(
  ledger: LedgerState,
  outcome: Outcome<Answer>,
  docs: readonly Doc[],
): Outcome<Answer> {
  const changes = outcome.kind === "changed" ? outcome.changes : changesOn(ledger, {});
  const { epoch } = changes.head;
  // The command may remove the passkey that signed it.
  const isPut = (doc: Doc): boolean =>
    changes.put.some(({ kind, id }) => kind === doc.kind && id === doc.id);
  const added = docs.filter((doc) => !isPut(doc)).map((doc) => ({ ...doc, epoch }));
  const { answer } = outcome;
  return { kind: "changed", answer, changes: { ...changes, put: [...changes.put, ...added] } };
}

function useSignature(
  ledger: LedgerState,
  { evidence, counter }: Use,
  now: number,
): readonly Doc[] | TreasuryError {
  const { record, assertion } = evidence;
  const doc = ledger.doc(challengeKey(record.nonce));
  const challenge = doc === undefined ? null : challengeFromDoc(doc);
  if (challenge === null || challenge.validUntil <= now) {
    return passkeyRejected("The challenge has expired.");
  }
  if (challenge.usedAt !== null) return passkeyRejected("The challenge has been used.");
  const passkey = passkeyIn(ledger, passkeyIdOf(assertion.id));
  if (passkey === null) return passkeyRejected("The passkey was removed.");
  if (passkey.person.id !== evidence.opening?.approver) return otherPerson();
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
    return passkeyRejected(
      "The passkey counted fewer signatures than before, so there may be a copy of it.",
    );
  }
  const { epoch } = ledger.head;
  return [
    challengeDoc({ ...challenge, usedAt: now }, epoch),
    passkeyToDoc({ ...passkey, counter, lastUsedAt: now }, epoch),
    signatureToDoc({ ...evidence, at: now }, epoch),
  ];
}

function otherPerson(): TreasuryError {
  return passkeyRejected("The passkey or the challenge is of another person.");
}

function otherPurpose(): TreasuryError {
  return passkeyRejected("The signature is for something else than this request.");
}
