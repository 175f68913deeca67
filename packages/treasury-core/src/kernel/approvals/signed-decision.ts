import type { Command } from "../ledger/command.ts";

/** A decision that a person signed. The signature has been verified. */
export interface SignedDecision {
  /** SHA-256 of the evidence. */
  readonly evidence: string;
  /** Digest of the proposal or action that the person signed. */
  readonly digest: string;
  /** Uses the signature up in the commit of the decision. Refuses it if it is not valid any more. */
  readonly within: <Answer>(command: Command<Answer>) => Command<Answer>;
}
