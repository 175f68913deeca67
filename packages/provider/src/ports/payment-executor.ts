import type { Micros } from "../money/micros.ts";
import type { JsonObject } from "./json.ts";
import type { PaymentMode } from "./payment-processor.ts";
import type { SpendEvent } from "./spend-event.ts";

/** An approved spend whose amount is held. */
export interface SpendOrder {
  /** The idempotency key: a proposal is paid once, also by repeated or concurrent calls. */
  readonly proposalId: string;
  readonly workspaceId: string;
  readonly amount: Micros;
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
  /** What `prepare` returned. Only this is presented, at each call. Null without `prepare`. */
  readonly payload: JsonObject | null;
  /** When the amount was held, in milliseconds since 1970. `pay` was not called before. */
  readonly heldAt: number;
  /** The executor's payment id, if known. */
  readonly reference: string | null;
  /** Aborts when the treasury stops waiting. Sent requests may still be paid. */
  readonly signal: AbortSignal;
}

/** A payment that left the account. */
export interface SpendCapture {
  /** The executor's id, 1 to 255 characters. Recorded once. */
  readonly id: string;
  /** Above zero. Recorded even if it exceeds the order. */
  readonly amount: Micros;
}

export type SpendOutcome =
  /** Paid. At least one capture, with all that are known. */
  | {
      readonly kind: "executed";
      readonly captures: readonly SpendCapture[];
      readonly reference: string;
    }
  /** Not paid, and never will be. If that is uncertain, return `unknown`. */
  | { readonly kind: "declined"; readonly reason: string }
  /** Accepted but not finished, for example an open card. An event or `find` reports the outcome. */
  | { readonly kind: "in_progress"; readonly reference: string | null }
  /** The status cannot be determined now. */
  | { readonly kind: "unknown"; readonly reason: string };

export type SpendFinding =
  | SpendOutcome
  /** Never started, so `pay` may be called. */
  | { readonly kind: "not_sent" }
  /**
   * Nothing was paid, and presenting the payload again is the same payment, so `pay` may be called
   * whatever `keyLifetimeMs` is.
   */
  | { readonly kind: "repeatable" };

/** What `prepare` knows. The amount is held, and nothing was sent. */
export type PreparedOrder = Omit<SpendOrder, "payload">;

/**
 * Pays approved spends outside the treasury. Without an executor, the ledger entry is the payment.
 *
 * The treasury commits a hold, calls `pay`, then commits the outcome. If the process crashes in
 * between, another one calls `find` first, and `pay` again only after `repeatable`, or after
 * `not_sent` within `keyLifetimeMs` of `heldAt`. `declined` releases the hold. It remains after any
 * other outcome except `executed`.
 *
 * - `pay` may run concurrently for one proposal, also in several processes, because a process that
 *   is assumed dead may only be slow. All calls must result in one payment, with the proposal's id
 *   as idempotency key. An executor that cannot guarantee this has a `keyLifetimeMs` of 0.
 * - `find` is read-only and may be retried. It must work for every proposal ever ordered, but
 *   `not_sent` is trusted only within `keyLifetimeMs`.
 * - A rejection, or an answer after the treasury's timeout, is treated as `unknown`, never as
 *   declined.
 * - An executor that pays whole cents rounds down or declines.
 * - Outcomes must not contain secrets, because they are shown to people and to the model. API keys
 *   are read at the first call.
 *
 * Conformance suite: `paymentExecutorConformance` in `@agent-treasury/testing`.
 */
export interface PaymentExecutor {
  readonly specificationVersion: "1";
  /** For example `stripe_issuing`. Only this executor processes the holds created for it. */
  readonly provider: string;
  /** How long an idempotency key prevents a second payment after its first use, in milliseconds. */
  readonly keyLifetimeMs: number;
  /** The kind of money that the configured key moves. Throws if a required key is missing. */
  mode(): PaymentMode;
  /**
   * Makes what `pay` presents, for example a signed authorization: at most 4 KiB as JSON. Must send
   * nothing. It is committed with the hold before the first call of `pay`. If the process crashes
   * before that commit, `prepare` is called again, and the earlier payload is never used.
   */
  prepare?(order: PreparedOrder): Promise<JsonObject>;
  /** Pays at most `order.amount`, once for each `order.proposalId`. */
  pay(order: SpendOrder): Promise<SpendOutcome>;
  /** Returns the status of a payment. */
  find(order: SpendOrder): Promise<SpendFinding>;
  /**
   * Converts a webhook event into notices, if the executor pays through the processor's account.
   * Empty for other events. If it rejects, the processor sends the event again.
   */
  notices?(event: SpendEvent): Promise<readonly SpendNotice[]>;
}

/** An update outside a call. May be late, repeated or out of order. */
export type SpendNotice =
  /** Money left the account. Each capture is recorded once, by its id. */
  | {
      readonly kind: "captured";
      readonly workspaceId: string;
      readonly proposalId: string;
      readonly captures: readonly SpendCapture[];
      readonly reference: string;
    }
  /** Not paid, and never will be, for example because a card was closed unused. */
  | {
      readonly kind: "released";
      readonly workspaceId: string;
      readonly proposalId: string;
      readonly reason: string;
    };
