import { type PreparedOrder, TreasuryError } from "@agent-treasury/provider";
import type { LocalAccount } from "viem";
import { nonceFor, type PaymentProtocol } from "../payment-protocol.ts";
import { readTerms } from "../quote/quote-terms.ts";
import type { PreparedAuthorization } from "./authorization.ts";
import { isSignedByPayer, typedDataOf } from "./typed-data.ts";

/** A later end would be a cheque for the bearer. */
const maximumValiditySeconds = 600;
/** Facilitators refuse authorizations that end within 6 s. */
const minimumRemainingSeconds = 10;

export interface PrepareDeps {
  readonly protocol: PaymentProtocol;
  readonly deploymentId: string;
  readonly nowMs: number;
}

/**
 * Signs the authorization of a spend. Repeated calls for one hold return the same authorization.
 *
 * @throws TreasuryError `spend_executor_error` if the order and its quote differ, or too late.
 */
export async function prepareAuthorization(
  order: PreparedOrder,
  account: LocalAccount,
  { protocol, deploymentId, nowMs }: PrepareDeps,
): Promise<PreparedAuthorization> {
  const { quote, heldAt, workspaceId, proposalId } = order;
  const terms = readTerms(quote);
  if (quote?.rail !== protocol.rail) throw notPrepared("The quote is of another executor.");
  if (order.amount !== quote.maximum || quote.maximum !== BigInt(terms.amount)) {
    throw notPrepared("The amount differs from the quote. The seller accepts no other.");
  }
  if (terms.deploymentId !== deploymentId) {
    throw notPrepared("The price was quoted to another copy of the database.");
  }
  if (heldAt >= quote.expiresAt) throw notPrepared("The quote expired before the amount was held.");
  const validitySeconds = Math.min(terms.maxTimeoutSeconds, maximumValiditySeconds);
  const end = Math.floor(heldAt / 1_000) + validitySeconds;
  const validBefore = Math.min(end, terms.validUntil ?? end);
  if (validBefore < nowMs / 1_000 + minimumRemainingSeconds) {
    throw notPrepared("The time in which the seller accepts the payment is over.");
  }
  const { network, token, payTo, amount } = terms;
  const parts = { deploymentId, network, token, workspaceId, proposalId, quote };
  const unsigned = {
    from: account.address,
    to: payTo,
    value: amount,
    validAfter: "0",
    validBefore: String(validBefore),
    nonce: nonceFor(protocol, terms, parts),
  };
  const signature = await account.signTypedData(typedDataOf(terms, unsigned));
  const authorization = { deploymentId, ...unsigned, signature };
  if (await isSignedByPayer(terms, authorization)) return authorization;
  throw notPrepared("The account's signature is not that of a plain key.");
}

function notPrepared(reason: string): TreasuryError {
  return new TreasuryError("spend_executor_error", reason);
}
