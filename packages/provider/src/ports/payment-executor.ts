import type { Micros } from "../money/micros.ts";
import type { ExecutorContext } from "./executor-context.ts";
import type { JsonObject } from "./json.ts";
import type { PaymentAuthorizations } from "./payment-authorizations.ts";
import type { PaymentMode } from "./payment-processor.ts";
import type { PaidRequest, PaymentQuote, QuoteAnswer, SellerAnswer } from "./payment-quote.ts";
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
  /** What the approvers saw of a quoted payment; null without a quote. Its bounds must hold. */
  readonly quote: PaymentQuote | null;
  /** What `prepare` returned. Only this is presented, at each call. Null without `prepare`. */
  readonly payload: JsonObject | null;
  /** When the amount was held, in milliseconds since 1970. `pay` was not called before. */
  readonly heldAt: number;
  /** The executor's payment id, if known. */
  readonly reference: string | null;
  /** Aborts when the treasury stops waiting. Sent requests may still be paid. */
  readonly signal: AbortSignal;
  /**
   * Whether `pay` may present the payload again in the same call. False once the spend is frozen, or
   * another process has taken it over. Missing outside of `pay`.
   */
  readonly mayRepeat?: () => Promise<boolean>;
}

/** A payment that left the account. */
export interface SpendCapture {
  /** The executor's id, 1 to 255 characters. Recorded once. */
  readonly id: string;
  /** Above zero. Recorded even if it exceeds the order. */
  readonly amount: Micros;
}

/** Money that the payee returned to the account. */
export interface SpendRefund {
  /** The executor's id, 1 to 255 characters. Recorded once. */
  readonly id: string;
  /** Above zero. */
  readonly amount: Micros;
}

export type SpendOutcome =
  /** Paid. At least one capture, with all that are known. */
  | {
      readonly kind: "executed";
      readonly captures: readonly SpendCapture[];
      readonly reference: string;
      /**
       * Why the payee received nothing, if the captures are costs alone, such as the fee of a failed
       * transaction.
       */
      readonly failure?: string;
      /** What was bought. Stored before the payment is recorded. Missing if nothing was returned. */
      readonly resource?: PaidResource;
      /**
       * Whether presenting the payload again may return what was bought, and is the same payment.
       * Recovery then calls `pay` once more.
       */
      readonly isRepeatable?: boolean;
    }
  /** Not paid, and never will be. If that is uncertain, return `unknown`. */
  | { readonly kind: "declined"; readonly reason: string }
  /** Accepted but not finished, for example an open card. An event or `find` reports the outcome. */
  | {
      readonly kind: "in_progress";
      readonly reference: string | null;
      /** Captures so far, if there are any. The rest of the amount stays held. */
      readonly captures?: readonly SpendCapture[];
    }
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

/** The answer of a seller. */
export interface PaidResource {
  readonly status: number;
  readonly contentType: string | null;
  /** At most 256 KiB, decoded. The beginning, if there is a `rest`. */
  readonly body: Uint8Array;
  /** What follows `body`: parts of at most 256 KiB, with `body` at most 8 MiB. Read at most once. */
  readonly rest?: AsyncIterable<Uint8Array>;
  /** What the payee signed about the purchase. */
  readonly signed?: PayeeSignatures;
}

export interface PayeeSignatures {
  /** What it offered before the payment, if it fits the payment. */
  readonly offer: SignedStatement | null;
  /** What it confirmed after the payment, if it fits the payment. */
  readonly receipt: SignedStatement | null;
}

export interface SignedStatement {
  /** The address whose key signed it. Null if that cannot be verified. */
  readonly signer: string | null;
  /** Whether the payee's own key signed it. */
  readonly isPayee: boolean;
  /** The statement with its signature, as JSON: at most 4,096 characters. */
  readonly text: string;
}

/** How a payment ended that is looked at again. */
export type ReviewedOutcome = "executed" | "declined";

/** What a payment was, when it is looked at again. */
export type Review =
  /** Nothing can change any more. */
  | { readonly kind: "final" }
  /** As before, but it may still change. */
  | { readonly kind: "pending"; readonly afterMs: number }
  /** A recorded capture was undone for ever, for example by a reorganisation of a chain. */
  | {
      readonly kind: "reversed";
      readonly captureIds: readonly string[];
      readonly reason: string;
      /** What was paid instead, for example if a chain has the payment with another amount. */
      readonly replacedBy?: {
        readonly captures: readonly SpendCapture[];
        readonly reference: string;
      };
    }
  /** A released payment was made after all. */
  | {
      readonly kind: "paid";
      readonly captures: readonly SpendCapture[];
      readonly reference: string;
    };

/** What a payee's reference of a refund names. */
export type RefundFinding =
  /** Final, to the account, from the payee, and no part of another payment. */
  | { readonly kind: "refunded"; readonly refund: SpendRefund }
  /** It may still be undone, for example because its block is not final. */
  | { readonly kind: "pending"; readonly reason: string }
  | { readonly kind: "none"; readonly reason: string };

/** Money of a rail, for comparison with the ledger's. */
export interface RailBalance {
  /** For example `USDC on eip155:8453`. */
  readonly asset: string;
  readonly amount: Micros;
}

/** Money that left the rail's account. */
export interface RailMovement {
  /** Id of the capture that it should be recorded as. */
  readonly id: string;
  readonly amount: Micros;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly description: string;
}

/** What `prepare` knows. The amount is held, and nothing was sent. */
export type PreparedOrder = Omit<SpendOrder, "payload">;

export type PreflightAnswer =
  | { readonly kind: "ready" }
  /** The payment is not possible now. Shown to approvers. */
  | { readonly kind: "insufficient_funds" | "unsupported"; readonly reason: string };

/** What is known before a decision. */
export type PreflightOrder = Pick<
  SpendOrder,
  "proposalId" | "workspaceId" | "amount" | "vendor" | "quote" | "signal"
>;

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
  /** Whether it pays only proposals with a quote of its own. False by default. */
  readonly needsQuote?: boolean;
  /** Called once, by `createTreasury`, before any other method. */
  connect?(context: ExecutorContext): void;
  /** Pins the bounds of a payment from a seller's answer to an unpaid request. Pays nothing. */
  quote?(answer: SellerAnswer, request: PaidRequest): Promise<QuoteAnswer>;
  /**
   * Tests whether a payment is possible, before its amount is held. A rejection counts as `ready`,
   * because `pay` decides.
   */
  preflight?(order: PreflightOrder): Promise<PreflightAnswer>;
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
   * Ends a payment early that `find` reported as `repeatable`, because its spend was frozen. The
   * payee may be faster, so `find` reports the outcome. May be repeated; a rejection is reported.
   * Without this method, the payment ends as `find` reports it, for example by its expiry.
   */
  cancel?(order: SpendOrder): Promise<void>;
  /** When a payment should be looked at again by `review`, in milliseconds after its outcome. */
  readonly reviewAfterMs?: Readonly<Record<ReviewedOutcome, number>>;
  /**
   * Looks at a payment again whose outcome is recorded. Read-only; may be repeated.
   *
   * @param captureIds The captures in the ledger that were not reversed.
   */
  review?(
    order: SpendOrder,
    outcome: ReviewedOutcome,
    captureIds: readonly string[],
  ): Promise<Review>;
  /**
   * Looks up money that the payee returned, by the payee's reference. Read-only; may be repeated. The
   * same money always has the same id, however it is named, also by another executor of the same account.
   * Without this method, a person states the amount, unless the executor has `notices`.
   */
  findRefund?(order: SpendOrder, reference: string): Promise<RefundFinding>;
  /**
   * How long after a payment the network of the rail takes disputes, in milliseconds. Missing if it takes
   * none.
   */
  readonly disputableForMs?: number;
  /** Returns what the rail's account holds. */
  balances?(): Promise<readonly RailBalance[]>;
  /** Returns what left the rail's account since then, in milliseconds since 1970, in any order. */
  movements?(since: number): Promise<readonly RailMovement[]>;
  /**
   * Converts a webhook event into notices, if the executor pays through the processor's account.
   * Empty for other events. If it rejects, the processor sends the event again.
   */
  notices?(event: SpendEvent): Promise<readonly SpendNotice[]>;
  /** Decides authorizations of cards while the card network waits. */
  readonly authorizations?: PaymentAuthorizations;
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
      /** Whether more captures may follow, so that the rest of the amount stays held. */
      readonly isOpen?: boolean;
    }
  /** The payee returned money. Each refund is credited once, by its id. */
  | {
      readonly kind: "refunded";
      readonly workspaceId: string;
      readonly proposalId: string;
      readonly refunds: readonly SpendRefund[];
    }
  /** An authorization was declined, or ended without a capture, so that it reserves nothing. */
  | {
      readonly kind: "authorization_ended";
      readonly workspaceId: string;
      readonly proposalId: string;
      readonly authorizationId: string;
    }
  /**
   * Nothing more is paid, for example because a card was closed unused. After captures, the rest of
   * the amount is released.
   */
  | {
      readonly kind: "released";
      readonly workspaceId: string;
      readonly proposalId: string;
      readonly reason: string;
    };
