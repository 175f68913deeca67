import {
  type Doc,
  type Json,
  type Key,
  Micros,
  type PaymentMode,
  type ReviewedOutcome,
} from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { TermSlot } from "../../../kernel/judgement/term-slot.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";

export const reviewKind = "payment_review";

/** How long after its outcome a payment is looked at again, by executor. */
export type ReviewTimes = ReadonlyMap<string, Readonly<Record<ReviewedOutcome, number>>>;

/** Empty without executors that look at payments again. */
export const reviewTimesTerm: TermSlot<ReviewTimes> = new TermSlot("review times");

/** A capture in the ledger that an executor may find undone. */
export interface ReviewedCapture {
  readonly id: string;
  readonly amount: Micros;
  /** Id of its ledger entry. */
  readonly entryId: string;
  readonly epoch: number;
}

/** A payment that its executor looks at again. Times are milliseconds since 1970. */
export interface PaymentReview {
  readonly proposalId: string;
  readonly epoch: number;
  readonly executor: string;
  readonly mode: PaymentMode;
  readonly heldAt: number;
  readonly outcome: ReviewedOutcome;
  readonly captures: readonly ReviewedCapture[];
  /** When the outcome was recorded. */
  readonly since: number;
  readonly dueAt: number;
  /** Attempts without an answer. */
  readonly attempts: number;
}

/** Expired ones can be removed, because nothing refers to them. */
const closedForMs = 7 * 86_400_000;

export function reviewKey(proposalId: string): Key {
  return { kind: reviewKind, id: proposalId };
}

/** Closed, because every load reads the open documents. */
export function reviewToDoc({ proposalId, epoch, dueAt, captures, ...review }: PaymentReview): Doc {
  const stored = captures.map(({ amount, ...capture }) => ({
    ...capture,
    amount: Micros.toText(amount),
  }));
  const body: Json = { ...review, captures: stored };
  const { kind, id } = reviewKey(proposalId);
  return { kind, id, epoch, ordinal: null, open: false, dueAt, expiresAt: null, body };
}

export function closedReview(doc: Doc, now: number): Doc {
  return { ...doc, dueAt: null, expiresAt: now + closedForMs };
}

/** Returns null if nothing is to be looked at again. */
export function reviewIn(ledger: LedgerState, proposalId: string): PaymentReview | null {
  const doc = ledger.doc(reviewKey(proposalId));
  if (doc === undefined || doc.dueAt === null) return null;
  const { captures, ...review } = fromStored<
    Omit<PaymentReview, "captures"> & {
      readonly captures: readonly (Omit<ReviewedCapture, "amount"> & { readonly amount: string })[];
    }
  >(doc.body);
  return {
    ...review,
    proposalId,
    epoch: doc.epoch,
    dueAt: doc.dueAt,
    captures: captures.map((capture) => ({ ...capture, amount: Micros.of(capture.amount) })),
  };
}
