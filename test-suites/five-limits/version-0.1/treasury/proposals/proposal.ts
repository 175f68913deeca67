import type { ProposalStatus, Verdict } from "@agent-treasury/contract";
import type { Micros } from "../../money/micros.ts";
import type { PaymentMode } from "../../ports/payment-processor.ts";
import type { Key } from "../../ports/storage.ts";

/** The kind of the documents that hold proposals. */
export const proposalKind = "proposal";

/** The most proposals of a workspace that may wait at once. */
export const maximumPending = 100;

/** The most spends of a workspace that may be under way outside at once. */
export const maximumHeld = 100;

/** An amount that is set aside while a payment is under way outside. */
export interface SpendHold {
  /** The executor that pays, and no other. */
  readonly executor: string;
  /** Which kind of money it is paid with, and no other. */
  readonly mode: PaymentMode;
  /** When the amount was set aside. */
  readonly heldAt: number;
  /** Names whoever carries the payment on; whoever takes over puts another one. */
  readonly lease: string;
  /** When somebody else may take over. */
  readonly dueAt: number;
  /** Whether the executor is being asked at this moment, as far as anyone knows. */
  readonly calling: boolean;
  /** How often it was taken over. */
  readonly recoveries: number;
}

/** A spend that an agent asked for. Times are milliseconds since 1970. */
export interface SpendProposal {
  readonly id: string;
  readonly epoch: number;
  readonly ordinal: bigint;
  /** The turn that proposed it, null for none. */
  readonly turnId: string | null;
  /** The agent from elsewhere that proposed it, null for this service's own. */
  readonly proposedBy: string | null;
  readonly status: ProposalStatus;
  readonly amount: Micros;
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly autoApproved: boolean;
  readonly operator: string | null;
  readonly operatorVerified: boolean;
  readonly comment: string | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly executedAt: number | null;
  readonly expiresAt: number | null;
  readonly failure: string | null;
  readonly reference: string | null;
  /** Null unless money is held for it. */
  readonly hold: SpendHold | null;
  /** What was really paid, all captures together. */
  readonly captured: Micros;
  /** What a person should look at, null for nothing. */
  readonly attention: string | null;
}

/** The key of a proposal's document, and of the claim on its identity. */
export function proposalKey(id: string): Key {
  return { kind: proposalKind, id };
}
