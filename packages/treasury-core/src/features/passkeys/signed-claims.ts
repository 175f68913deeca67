import { Micros, type VerifyStoredAssertion } from "@agent-treasury/provider";
import type { ApprovalRecord } from "../../kernel/approvals/approval-record.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import { passkeyIdOf, type PasskeyRecord } from "./passkey-record.ts";
import { evidenceDigest, type SignatureEvidence } from "./signature-evidence.ts";
import { approverCommitment, challengeOf, type SignedIntent } from "./signed-record.ts";

/** An approval or a ledger entry that names a signature. */
export interface SignatureClaim {
  /** For messages, for example `The proposal prop_1`. */
  readonly where: string;
  /** SHA-256 of the evidence. */
  readonly evidence: string;
  readonly intent: SignedIntent;
  readonly subject: string;
  /** Digest of the proposal or action. Missing in an entry. */
  readonly digest?: string | null;
  /** Null after its erasure. */
  readonly approver: string | null;
  /** The amount of the approval, which its person can lower later without a signature. */
  readonly amount?: Micros;
  readonly proposed?: Micros;
}

type Signature = Pick<SignatureEvidence, "record" | "opening" | "publicKey"> & {
  readonly passkeyId: string;
};

/** Compares signatures with the records that name them. Documents have no order. */
export class SignedClaims {
  readonly #workspaceId: string;
  readonly #verify: VerifyStoredAssertion | null;
  readonly #signatures: Map<string, Signature> = new Map();
  readonly #passkeys: Map<string, Pick<PasskeyRecord, "publicKey" | "person">> = new Map();
  readonly #claims: SignatureClaim[] = [];
  /** Signatures of the approvals of each proposal that has some. */
  readonly #ofProposals: Map<string, string> = new Map();

  constructor(workspaceId: string, verify: VerifyStoredAssertion | null) {
    this.#workspaceId = workspaceId;
    this.#verify = verify;
  }

  add(claim: SignatureClaim): void {
    this.#claims.push(claim);
  }

  addPasskey({ id, publicKey, person }: PasskeyRecord): void {
    this.#passkeys.set(id, { publicKey, person });
  }

  addProposal(id: string, approvals: readonly ApprovalRecord[]): void {
    const signed = approvals.flatMap(({ passkey }) => passkey ?? []);
    if (signed.length > 0) this.#ofProposals.set(id, textOf(signed));
  }

  /** Verifies the signature itself. */
  async addSignature(id: string, evidence: SignatureEvidence): Promise<string | null> {
    const { record, opening, publicKey, assertion } = evidence;
    if (evidenceDigest(evidence) !== id) return `The signature ${id} was changed.`;
    if (record.workspaceId !== this.#workspaceId) {
      return `The signature ${id} is of another workspace.`;
    }
    if (opening !== null && approverCommitment(opening) !== record.approver) {
      return `The person of the signature ${id} was changed.`;
    }
    const challenge = challengeOf(record);
    const { rpId } = record;
    const flaw = await this.#verify?.({ assertion, challenge, publicKey, rpId });
    if (flaw != null) return `The signature ${id} is not valid: ${flaw}`;
    this.#signatures.set(id, { record, opening, publicKey, passkeyId: passkeyIdOf(assertion.id) });
    return null;
  }

  /** An entry names the signatures of its proposal. Call it after all documents. */
  flawOfEntry(where: string, proposalId: string, signatures: readonly string[]): string | null {
    const expected = this.#ofProposals.get(proposalId) ?? textOf([]);
    if (expected === textOf(signatures)) return null;
    return `${where} and the proposal ${proposalId} name different signatures.`;
  }

  problem(): string | null {
    for (const [id, signature] of this.#signatures) {
      const flaw = this.#flawOfKey(signature);
      if (flaw !== null) return `The signature ${id} ${flaw}`;
    }
    for (const claim of this.#claims) {
      const flaw = this.#flawOfClaim(claim);
      if (flaw !== null) return `${claim.where} names ${flaw}`;
    }
    return null;
  }

  #flawOfKey({ passkeyId, publicKey, opening }: Signature): string | null {
    const passkey = this.#passkeys.get(passkeyId);
    if (passkey === undefined) return "is of an unknown passkey.";
    if (passkey.publicKey !== publicKey) return "is of another public key than its passkey.";
    const { id } = passkey.person;
    const isOwn = opening === null || id === erasedText || opening.approver === id;
    return isOwn ? null : "is of another person than its passkey.";
  }

  #flawOfClaim(claim: SignatureClaim): string | null {
    const signature = this.#signatures.get(claim.evidence);
    if (signature === undefined) return "a signature that is missing.";
    const { record, opening } = signature;
    if (record.intent !== claim.intent || record.subject !== claim.subject) {
      return "a signature of something else.";
    }
    if (claim.digest !== undefined && record.digest !== claim.digest) {
      return "a signature of other values.";
    }
    if (claim.approver !== null && opening !== null && opening.approver !== claim.approver) {
      return "a signature of another person.";
    }
    const { amount, proposed } = claim;
    if (amount === undefined || proposed === undefined) return null;
    const signed = record.approvedAmount === null ? proposed : Micros.of(record.approvedAmount);
    return amount > signed ? "a signature of a lower amount." : null;
  }
}

function textOf(signatures: readonly string[]): string {
  return signatures.toSorted().join(" ");
}
