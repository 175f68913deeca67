import type { Micros } from "../money/micros.ts";
import type { PaymentMode } from "./payment-processor.ts";
import type { SpendEvent } from "./spend-event.ts";

/** An approved spend that is to be paid, its amount held. */
export interface SpendOrder {
  /** The key: one proposal is one payment, however often and by how many processes it is asked for. */
  readonly proposalId: string;
  readonly workspaceId: string;
  /** The most that may be paid. */
  readonly amount: Micros;
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
  /** Milliseconds since 1970 at which the amount was held. Nobody was asked to pay before. */
  readonly heldAt: number;
  /** The executor's own id of the payment, where an earlier answer told it. */
  readonly reference: string | null;
  /** Aborts when the treasury waits no longer. What was sent by then may still be paid. */
  readonly signal: AbortSignal;
}

/** Money that left, as the executor's own record has it. */
export interface SpendCapture {
  /** The executor's id of this one movement, 1 to 255 characters: it is recorded once. */
  readonly id: string;
  /** What really left, above zero. It may be more than was ordered; it is recorded all the same. */
  readonly amount: Micros;
}

/** What became of a payment. */
export type SpendOutcome =
  /** The money left. `captures` are all that are known now, at least one. */
  | {
      readonly kind: "executed";
      readonly captures: readonly SpendCapture[];
      /** The executor's id of the payment. */
      readonly reference: string;
    }
  /** Nothing was paid for this key, and nothing ever will be. Anything less certain is `unknown`. */
  | { readonly kind: "declined"; readonly reason: string }
  /** It was accepted and is not over, for example an open card. An event or `find` tells the end. */
  | { readonly kind: "in_progress"; readonly reference: string | null }
  /** Nobody can tell now whether it was paid. */
  | { readonly kind: "unknown"; readonly reason: string };

/** What `find` answers. */
export type SpendFinding =
  | SpendOutcome
  /** The executor knows that no payment was begun for this key: it may be asked to pay. */
  | { readonly kind: "not_sent" };

/**
 * Pays approved spends outside of the treasury. Without one, the ledger entry is the payment.
 *
 * The treasury holds the amount in a commit first, calls `pay` after it, and records the outcome in
 * another commit. A process may die anywhere between: whoever comes next takes the spend over, asks
 * `find`, and calls `pay` again only after `not_sent`, and only within `keyLifetimeMs` of `heldAt`.
 * Declined releases the hold; everything that is not executed or declined keeps it.
 *
 * - `pay` may run several times at once for one proposal, also in several processes, since one that
 *   was thought dead may be slow. All of them are one payment, by the proposal's id as idempotency
 *   key. Executors that cannot promise that have a `keyLifetimeMs` of 0.
 * - `find` changes nothing and may be retried. It answers for every proposal that was ever ordered,
 *   also past `keyLifetimeMs`, but `not_sent` is believed within it alone.
 * - Either may reject: that is read as `unknown`. It is never read as declined, and neither is an
 *   answer that takes longer than the treasury waits.
 * - Amounts are integers of micro-dollars. An executor that pays whole cents rounds down, or declines.
 * - Nothing secret goes into an outcome: reasons and references are shown to people and to the model.
 *   Keys are read at the first call, not before.
 *
 * Source of the conformance suite: `spendExecutorConformance` in `@agent-treasury/testing`.
 */
export interface SpendExecutor {
  readonly specificationVersion: "1";
  /** For example `stripe_issuing`. A hold is carried on by the executor that it was made for alone. */
  readonly provider: string;
  /** For how long after its first use a key is known to pay only once, milliseconds. */
  readonly keyLifetimeMs: number;
  /** Which kind of money the configured key moves. Throws what a missing key deserves. */
  mode(): PaymentMode;
  /** Pays at most `order.amount`, once for `order.proposalId`. */
  pay(order: SpendOrder): Promise<SpendOutcome>;
  /** Tells what became of the payment for `order.proposalId`. */
  find(order: SpendOrder): Promise<SpendFinding>;
  /**
   * Reads what the payment processor's webhook told of spends, where the executor pays through the same
   * account; what is none of its own gives none. A rejection makes the processor send it again.
   */
  notices?(event: SpendEvent): Promise<readonly SpendNotice[]>;
}

/** Something that an executor tells by itself: late, twice, out of order. */
export type SpendNotice =
  /** Money left. Each capture is recorded once by its id, whoever tells of it. */
  | {
      readonly kind: "captured";
      readonly workspaceId: string;
      readonly proposalId: string;
      readonly captures: readonly SpendCapture[];
      /** The executor's id of the payment. */
      readonly reference: string;
    }
  /** Nothing was paid, and nothing is expected any more, for example since a card was closed unused. */
  | {
      readonly kind: "released";
      readonly workspaceId: string;
      readonly proposalId: string;
      readonly reason: string;
    };
