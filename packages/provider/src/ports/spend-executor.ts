import type { Micros } from "../money/micros.ts";
import type { PaymentMode } from "./payment-processor.ts";
import type { SpendEvent } from "./spend-event.ts";

/** An approved spend to pay. Its amount is held. */
export interface SpendOrder {
  /** The idempotency key. A proposal is paid once, regardless of repeated or concurrent calls. */
  readonly proposalId: string;
  readonly workspaceId: string;
  /** The maximum to pay. */
  readonly amount: Micros;
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
  /** When the amount was held, in milliseconds since 1970. `pay` was not called before. */
  readonly heldAt: number;
  /** The executor's payment id, if an earlier outcome contained it. */
  readonly reference: string | null;
  /** Aborts when the treasury stops waiting. A request that was already sent may still be paid. */
  readonly signal: AbortSignal;
}

/** A payment that left the account, from the executor's records. */
export interface SpendCapture {
  /** The executor's id of this movement, 1 to 255 characters. It is recorded once. */
  readonly id: string;
  /** The amount paid, above zero. It is recorded even if it exceeds the ordered amount. */
  readonly amount: Micros;
}

/** The outcome of a payment. */
export type SpendOutcome =
  /** Paid. `captures` has at least one item: all captures known so far. */
  | {
      readonly kind: "executed";
      readonly captures: readonly SpendCapture[];
      /** The executor's payment id. */
      readonly reference: string;
    }
  /** Nothing was paid for this key and nothing will be. If that is uncertain, return `unknown`. */
  | { readonly kind: "declined"; readonly reason: string }
  /**
   * Accepted but not finished, for example an open card. An event or `find` reports the final
   * outcome.
   */
  | { readonly kind: "in_progress"; readonly reference: string | null }
  /** The payment status cannot be determined now. */
  | { readonly kind: "unknown"; readonly reason: string };

/** The result of `find`. */
export type SpendFinding =
  | SpendOutcome
  /** No payment was started for this key, so `pay` may be called. */
  | { readonly kind: "not_sent" };

/**
 * Pays approved spends outside the treasury. Without an executor, the ledger entry is the payment.
 *
 * The treasury commits a hold for the amount, then calls `pay`, then records the outcome in another
 * commit. A process may crash between these steps. The process that takes the spend over calls
 * `find` first. It calls `pay` again only after `not_sent`, and only within `keyLifetimeMs` of
 * `heldAt`. `declined` releases the hold. After any outcome other than executed or declined, the
 * hold remains.
 *
 * - `pay` may run several times concurrently for one proposal, also in several processes, because a
 *   process that is assumed dead may only be slow. All calls must result in one payment, with the
 *   proposal's id as idempotency key. An executor that cannot guarantee this has a `keyLifetimeMs`
 *   of 0.
 * - `find` is read-only and may be retried. It must work for every proposal ever ordered, also
 *   after `keyLifetimeMs`, but `not_sent` is trusted only within that time.
 * - Either may reject. A rejection, or an answer after the treasury's timeout, is treated as
 *   `unknown`, never as declined.
 * - Amounts are integers of micro-dollars. An executor that pays whole cents rounds down or
 *   declines.
 * - Outcomes must not contain secrets, because reasons and references are shown to people and to
 *   the model. API keys are read at the first call.
 *
 * Conformance suite: `spendExecutorConformance` in `@agent-treasury/testing`.
 */
export interface SpendExecutor {
  readonly specificationVersion: "1";
  /**
   * For example `stripe_issuing`. A hold is processed only by the executor that it was created for.
   */
  readonly provider: string;
  /**
   * For how long after its first use an idempotency key prevents a second payment, in milliseconds.
   */
  readonly keyLifetimeMs: number;
  /** Returns the kind of money that the configured key moves. Throws if a required key is missing. */
  mode(): PaymentMode;
  /** Pays at most `order.amount`, once for each `order.proposalId`. */
  pay(order: SpendOrder): Promise<SpendOutcome>;
  /** Returns the status of the payment for `order.proposalId`. */
  find(order: SpendOrder): Promise<SpendFinding>;
  /**
   * Converts a webhook event into notices, for an executor that pays through the processor's
   * account. Returns an empty list for events that are not its own. If it rejects, the processor
   * sends the event again.
   */
  notices?(event: SpendEvent): Promise<readonly SpendNotice[]>;
}

/** An update that arrives outside a call. Updates may be late, repeated or out of order. */
export type SpendNotice =
  /** Money left the account. Each capture is recorded once, by its id. */
  | {
      readonly kind: "captured";
      readonly workspaceId: string;
      readonly proposalId: string;
      readonly captures: readonly SpendCapture[];
      /** The executor's payment id. */
      readonly reference: string;
    }
  /** Nothing was paid and nothing will be, for example because a card was closed unused. */
  | {
      readonly kind: "released";
      readonly workspaceId: string;
      readonly proposalId: string;
      readonly reason: string;
    };
