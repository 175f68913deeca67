import type { TreasuryState, WorkspaceRequest } from "./treasury.ts";

/** Body of `POST /treasury/deposit`. */
export interface DepositRequest extends WorkspaceRequest {
  /** USD in whole cents, 1 to 999,999.99. */
  amountUsd: number;
}

/** A checkout that waits for its payer. */
export interface DepositSession {
  /** The processor's id of the checkout, which the payer brings back as `deposit_session`. */
  id: string;
  /** Where to send the payer. */
  url: string;
  /** What the payer is asked for, in USD. */
  amountUsd: number;
  /** Which workspace is credited. */
  workspaceId: string;
  /** When it can be paid no more. ISO 8601, UTC; null when the processor names none. */
  expiresAt: string | null;
}

/** Query of `GET /treasury/deposit`. */
export interface DepositConfirmationRequest extends WorkspaceRequest {
  /** The checkout's id: `deposit_session` in the address that the payer returned to. */
  session_id: string;
}

/** Answer of `GET /treasury/deposit`. */
export interface DepositConfirmation {
  /** Whether the processor confirms that it was paid. */
  paid: boolean;
  /** Whether it had been credited before. */
  duplicate: boolean;
  /** What the processor confirmed, in USD; 0 while unpaid. */
  depositedUsd: number;
  /** The treasury after it. */
  state: TreasuryState;
}

/** What became of one thing that a webhook told. */
export type WebhookOutcome =
  | "credited"
  | "reversed"
  /** It was counted before. */
  | "duplicate"
  /** A reversal whose credit has not come yet. */
  | "waiting"
  /** A reversal of a credit before a reset: kept on record, changes no total. */
  | "recorded"
  /** It is about a spend that is paid outside, and went to whoever pays it. */
  | "passed_on"
  /** It can never count here. */
  | "ignored";

/** A delivery was received. Nothing in `outcomes` means that it moved no money of ours. */
export interface WebhookAnswer {
  /** Always true: what could not be taken is a failure. */
  received: true;
  /** What became of each movement that it told of. */
  outcomes: WebhookOutcome[];
}
