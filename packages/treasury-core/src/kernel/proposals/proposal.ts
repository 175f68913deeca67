import { isRequestPermit, type ProposalStatus, type Verdict } from "@agent-treasury/contract";
import { type JsonObject, type Key, Micros, type PaymentMode } from "@agent-treasury/provider";
import type { ChannelSource } from "../approvals/decision-source.ts";
import type { Person } from "../ledger/person.ts";
import type { QuoteSummary } from "../quotes/quote-summary.ts";
import type { ProposalFacts } from "./proposal-facts.ts";
import type { SpendRuling } from "./ruling.ts";

export const proposalKind = "proposal";

/** A payment of a spend that makes several, stored in the form of a spend. */
export const spendPartKind = "spend_part";
const partPrefix = "part_";

/** Pending proposals of one agent. */
export const maximumPendingOfProposer = 100;

/** Pending proposals of all agents of a workspace. */
export const maximumPendingOfAgents = 300;

/** Pending proposals of all persons of a workspace, which agents cannot use up. */
export const maximumPendingOfPersons = 100;

export const maximumPending: number = maximumPendingOfAgents + maximumPendingOfPersons;

export interface SpendHold {
  /** No other executor may pay. */
  readonly executor: string;
  readonly mode: PaymentMode;
  readonly heldAt: number;
  /** Replaced by a takeover. */
  readonly lease: string;
  /** When another process may take over. Null if no payment is in flight, as for a payout of its own. */
  readonly dueAt: number | null;
  /** Whether a call may be in flight. */
  readonly calling: boolean;
  /** Whether the payload is stored, before which nothing is sent. Missing without `prepare`. */
  readonly isPrepared?: boolean;
  readonly recoveries: number;
}

/** What approvers decide about, fixed when the spend was proposed. */
export interface FixedProposal {
  /** SHA-256 of the canonical form. */
  readonly digest: string;
  /** 128 random bits of the commitment to the texts. Null after their erasure. */
  readonly salt: string | null;
  /** The commitment to the texts. Null before their erasure, because it can be computed. */
  readonly texts: string | null;
}

/** How an approved spend ends, if a feature ends it in its own way. Approvers decide about it, too. */
export interface SpendPayout {
  /** That of a `Payout`. */
  readonly id: string;
  /** Only its feature reads them. */
  readonly terms: JsonObject;
}

/** What every proposal has. Times are milliseconds since 1970. */
export interface SpendProposal extends OptionalFields {
  readonly id: string;
  readonly epoch: number;
  readonly ordinal: bigint;
  /** `agent` for the built-in agent, `person` for a person without an agent. */
  readonly agentId: string;
  readonly status: ProposalStatus;
  /** As proposed. Never changes. */
  readonly amount: Micros;
  /** With a quote, its payee. */
  readonly vendor: string;
  readonly purpose: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly createdAt: number;
  readonly ruling: SpendRuling;
  readonly facts: ProposalFacts;
}

/** What only some proposals have, or only later. */
export interface OptionalFields {
  readonly turnId: string | null;
  /** Name of the external agent. */
  readonly proposedBy: string | null;
  /** Name of the sub-agent, self-reported. */
  readonly label: string | null;
  /** The person who started the turn, or who owns the agent's credential. */
  readonly behind: Person | null;
  readonly category: string | null;
  readonly autoApproved: boolean;
  readonly operator: string | null;
  readonly operatorVerified: boolean;
  readonly comment: string | null;
  readonly decidedAt: number | null;
  readonly executedAt: number | null;
  readonly expiresAt: number | null;
  /** When a pending proposal is next reminded of; null afterwards, as is `escalateAt`. */
  readonly remindAt: number | null;
  readonly remindedAt: number | null;
  readonly escalateAt: number | null;
  readonly escalatedAt: number | null;
  readonly failure: string | null;
  readonly reference: string | null;
  readonly hold: SpendHold | null;
  /** The lowest amount that an approver named. Null for the proposed amount. */
  readonly approvedAmount: Micros | null;
  /** Above zero for an approved spend if the rest of its amount is still held. */
  readonly captured: Micros;
  /** The part of `captured` that was undone for ever, and that the ledger reversed. */
  readonly undone: Micros;
  /** Id of the ledger entry of its newest capture. Null before, and in records of earlier versions. */
  readonly captureEntry: string | null;
  /** What the payee returned, as far as it is in the ledger. */
  readonly refunded: Micros;
  /** The reason why the proposal needs review. */
  readonly attention: string | null;
  /** Null unless a person has to decide, and in records of earlier versions. */
  readonly fixed: FixedProposal | null;
  /** How it was denied. Null for the page and the API. Approvals have their own. */
  readonly deniedBy: ChannelSource | null;
  /** The bounds of the payment. Null without a quote. */
  readonly quote: QuoteSummary | null;
  /** Null for one payment, or none. */
  readonly payout: SpendPayout | null;
  /** The deployment in which it was proposed. Null before format 3 of records. */
  readonly deployment: string | null;
  /** Whether what was bought was stored. It is deleted earlier than the proposal. */
  readonly hasResource: boolean;
}

/** All are null, false or zero. They are not stored. */
export const unset: OptionalFields = {
  turnId: null,
  proposedBy: null,
  label: null,
  behind: null,
  category: null,
  autoApproved: false,
  operator: null,
  operatorVerified: false,
  comment: null,
  decidedAt: null,
  executedAt: null,
  expiresAt: null,
  remindAt: null,
  remindedAt: null,
  escalateAt: null,
  escalatedAt: null,
  failure: null,
  reference: null,
  hold: null,
  approvedAmount: null,
  captured: Micros.zero,
  undone: Micros.zero,
  captureEntry: null,
  refunded: Micros.zero,
  attention: null,
  fixed: null,
  deniedBy: null,
  quote: null,
  payout: null,
  deployment: null,
  hasResource: false,
};

/** What limits count and a payment uses. */
export function amountToPay({
  amount,
  approvedAmount,
}: Pick<SpendProposal, "amount" | "approvedAmount">): Micros {
  return approvedAmount ?? amount;
}

/** Captures that were not undone. */
export function amountPaid({
  captured,
  undone,
}: Pick<SpendProposal, "captured" | "undone">): Micros {
  return Micros.subtract(captured, undone);
}

/** Whether it was paid, or its payment may be in flight. A permit for a request pays nothing. */
export function isPaid(spend: Pick<SpendProposal, "status" | "quote">): boolean {
  const { status } = spend;
  return (status === "executed" || status === "approved") && !isRequestPermit(spend);
}

/** What is still held of an approved spend. */
export function amountHeld(
  spend: Pick<SpendProposal, "amount" | "approvedAmount" | "captured">,
): Micros {
  return Micros.max(Micros.subtract(amountToPay(spend), spend.captured), Micros.zero);
}

/** Of a spend, or of a part of one. */
export function proposalKey(id: string): Key {
  return { kind: isSpendPart(id) ? spendPartKind : proposalKind, id };
}

/** @param identity the rest of an id, which is unique. */
export function spendPartId(identity: string): string {
  return `${partPrefix}${identity}`;
}

export function isSpendPart(id: string): boolean {
  return id.startsWith(partPrefix);
}
