import type { Claims } from "./sd-jwt.ts";
import type { Checkpoint } from "./signed-note.ts";

/** The response of `GET /keys.json`. */
export interface KeySet {
  readonly keys: readonly PublishedKey[];
}

/** A public key of a deployment, as a JSON Web Key. */
export interface PublishedKey {
  readonly kid: string;
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y?: string | undefined;
  readonly purpose: "receipt" | "checkpoint";
  readonly deployment: string;
  readonly endedAt: string | null;
  readonly revoked: boolean;
}

/** What else a verifier knows. */
export interface TrustedWitnesses {
  /** Public keys of trusted witnesses, in their C2SP form. */
  readonly witnesses?: readonly string[];
  /** The receipt's checkpoint with the signatures of witnesses. */
  readonly cosigned?: string;
}

/** Texts that were disclosed, by field, and the names of those that were withheld. */
export interface DisclosedTexts {
  readonly texts: Readonly<Record<string, string | null>>;
  readonly withheld: readonly string[];
  readonly isErased: boolean;
}

/** A ledger entry of the spend. Amounts are millionths of a US dollar. */
export interface ReceiptEntry extends DisclosedTexts {
  readonly sequence: number;
  readonly id: string;
  readonly type: string;
  readonly amount: string;
  readonly createdAt: string;
  readonly reference: string | null;
  readonly reversalOf: string | null;
  /** The proposed amount. Null for an entry without a decision. */
  readonly decidedAmount: string | null;
  readonly agentId: string | null;
  readonly rules: string | null;
}

/** An approval. Amounts are millionths of a US dollar. */
export interface ReceiptApproval {
  readonly at: string;
  /** Whether the deployment verified the person's sign-in. */
  readonly verified: boolean;
  /** Whether the person signed it with a passkey. */
  readonly isSigned: boolean;
  /** The most that it allows. A passkey signed at least this amount. */
  readonly approvedAmount: string;
  /** Null if withheld. */
  readonly name: string | null;
}

/** What a payee signed. */
export interface ReceiptStatement {
  /** The address whose key signed it, in lower case. Null if that cannot be verified. */
  readonly signer: string | null;
  /** Whether the payee of the disclosed offer signed it. */
  readonly isPayee: boolean;
  /** The statement with its signature, as JSON. */
  readonly text: string;
}

/** A payment on a chain by x402 or MPP. Fields are null if there is no such part, or it is withheld. */
export interface ReceiptPayment {
  /** What the payer's key signed, as decimal and hexadecimal text. Amounts are units of the token. */
  readonly authorization:
    | (Readonly<
        Record<
          "network" | "token" | "from" | "to" | "value" | "validAfter" | "validBefore" | "nonce",
          string
        >
      > & {
        /** Whether a ledger entry names it. */
        readonly isRecorded: boolean;
      })
    | null;
  readonly offer: ReceiptStatement | null;
  readonly receipt: ReceiptStatement | null;
}

/** What a valid receipt proves. */
export interface ReceiptFacts {
  readonly deployment: string;
  readonly workspace: string;
  readonly proposalId: string;
  readonly issuedAt: string;
  /** Stated by the deployment. Only its signature covers it. */
  readonly spend: Claims;
  /** Null if no person had to decide. */
  readonly proposal: (DisclosedTexts & { readonly digest: string }) | null;
  readonly entries: readonly ReceiptEntry[];
  readonly approvals: readonly ReceiptApproval[];
  /** What entries that were not reversed in full paid above the approved amount. Null if nothing. */
  readonly overrun: string | null;
  /** The published rules as JSON. Null without them, and if withheld. */
  readonly rules: string | null;
  /** The payee's offer as JSON. Null without one, and if withheld. */
  readonly quote: string | null;
  /** Null unless the payment is one that a payee or the payer signed. */
  readonly payment: ReceiptPayment | null;
  readonly checkpoint: Checkpoint;
  /** Whether a trusted witness signed the checkpoint. */
  readonly isCosigned: boolean;
}

export interface ReceiptReport {
  readonly valid: boolean;
  /** What is wrong. Empty for a valid receipt. */
  readonly problems: readonly string[];
  /** What the receipt does not show, for example `entry 5: vendor`. */
  readonly withheld: readonly string[];
  /** Null unless the receipt is valid. */
  readonly facts: ReceiptFacts | null;
}
