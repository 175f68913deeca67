import type { Proposal } from "@agent-treasury/contract/wire";

const marker = Symbol.for("agent-treasury.paid-fetch-error");

/**
 * `pending`: the payment needs approval or is not finished. `denied` and `failed`: nothing was paid.
 * `lost`: it was paid, and the seller's response is not available.
 */
export type PaidFetchErrorKind = "pending" | "denied" | "failed" | "lost";

export interface PaidFetchErrorDetails {
  readonly kind: PaidFetchErrorKind;
  readonly proposal: Proposal;
  readonly idempotencyKey: string;
}

/** A request that returned a proposal in place of the seller's response. */
export class PaidFetchError extends Error {
  declare readonly kind: PaidFetchErrorKind;
  /** The proposal of the payment, as last read. */
  declare readonly proposal: Proposal;
  /** The same request with this key, in the header `idempotency-key`, is the same purchase. */
  declare readonly idempotencyKey: string;

  constructor({ kind, proposal, idempotencyKey }: PaidFetchErrorDetails) {
    super(messageOf(kind, proposal));
    this.name = "PaidFetchError";
    Object.assign(this, { kind, proposal, idempotencyKey });
    Object.defineProperty(this, marker, { value: true });
  }

  get proposalId(): string {
    return this.proposal.id;
  }
}

/** Also works for errors of another copy of this module. */
export function isPaidFetchError(error: unknown): error is PaidFetchError {
  return (error as { [marker]?: true } | null | undefined)?.[marker] === true;
}

function messageOf(kind: PaidFetchErrorKind, proposal: Proposal): string {
  const { id, amountUsd, vendor, failure, comment } = proposal;
  const payment = `The payment of ${amountUsd} USD to ${vendor} (proposal ${id})`;
  const reason = failure ?? comment;
  const because = reason === null ? "." : `: ${reason}`;
  if (kind === "pending") return `${payment} needs approval, or is not finished.`;
  if (kind === "denied") return `${payment} was denied${because}`;
  if (kind === "failed") return `${payment} failed${because}`;
  return `${payment} was made, and the seller's response is lost.`;
}
