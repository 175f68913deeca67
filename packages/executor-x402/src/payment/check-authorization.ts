import { type ExecutorContext, type SpendOrder, TreasuryError } from "@agent-treasury/provider";
import type { PreparedAuthorization } from "../authorization/authorization.ts";
import { isSignedByPayer } from "../authorization/typed-data.ts";
import { nonceFor, type PaymentProtocol } from "../payment-protocol.ts";
import type { QuoteTerms } from "../quote/quote-terms.ts";

export interface CheckDeps extends Pick<ExecutorContext, "deploymentId"> {
  readonly protocol: PaymentProtocol;
}

/**
 * Compares an authorization with the order that it shall pay, immediately before it is presented.
 *
 * @throws TreasuryError `spend_executor_error` if it pays something else.
 */
export async function checkAuthorization(
  { quote, amount, workspaceId, proposalId }: SpendOrder,
  terms: QuoteTerms,
  authorization: PreparedAuthorization,
  { protocol, deploymentId: readId }: CheckDeps,
): Promise<void> {
  const deploymentId = await readId();
  const { network, token, payTo } = terms;
  const isOurs =
    quote !== null &&
    authorization.deploymentId === deploymentId &&
    authorization.nonce ===
      nonceFor(protocol, terms, { deploymentId, network, token, workspaceId, proposalId, quote }) &&
    authorization.to === payTo &&
    authorization.value === amount.toString() &&
    (await isSignedByPayer(terms, authorization));
  if (isOurs) return;
  throw new TreasuryError(
    "spend_executor_error",
    "The stored authorization belongs to another deployment or payment, so it is not presented.",
  );
}
