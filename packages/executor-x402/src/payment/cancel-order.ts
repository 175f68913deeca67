import { type SpendOrder, TreasuryError } from "@agent-treasury/provider";
import {
  type Address,
  type FeeValuesEIP1559,
  type Hex,
  type LocalAccount,
  type PublicClient,
  encodeFunctionData,
  parseSignature,
} from "viem";
import { type PreparedAuthorization, readAuthorization } from "../authorization/authorization.ts";
import { cancellationOf, emptyPermitOf } from "../authorization/typed-data.ts";
import { permit2Abi, permit2Address } from "../chain/permit2.ts";
import { type RpcEndpoint, firstAnswer } from "../chain/rpc-endpoint.ts";
import { tokenAbi } from "../chain/token-abi.ts";
import { networkOf } from "../connection.ts";
import { chainIdOf } from "../networks.ts";
import { type QuoteTerms, readTerms } from "../quote/quote-terms.ts";
import { checkAuthorization } from "./check-authorization.ts";
import { findOrder, type PayDeps } from "./pay-order.ts";

const pollMs = 500;

export interface CancelDeps extends PayDeps {
  /** The payer. */
  readonly account: LocalAccount;
  /** Sends the transaction. */
  readonly gasAccount: LocalAccount;
}

/**
 * Cancels the authorization of an order on the chain, and waits until an endpoint shows it, so that
 * the next call does not send another transaction. The seller may collect first.
 *
 * @throws TreasuryError `spend_executor_error` if no endpoint accepts the transaction, or for
 * another account's authorization.
 */
export async function cancelOrder(order: SpendOrder, deps: CancelDeps): Promise<void> {
  const authorization = readAuthorization(order.payload);
  if (authorization === null) return;
  const { account, gasAccount, clock, connection, timeoutMs } = deps;
  const terms = readTerms(order.quote);
  await checkAuthorization(order, terms, authorization, deps);
  if (authorization.from !== account.address) {
    throw new TreasuryError(
      "spend_executor_error",
      `The authorization is of ${authorization.from}, so ${account.address} cannot cancel it.`,
    );
  }
  const { endpoints } = networkOf(connection, terms.network);
  const isOpen = async (): Promise<boolean> =>
    (await findOrder(order, authorization, deps)).kind === "repeatable";
  const call = await cancellationCall(terms, authorization, account, gasAccount.address);
  const deadline = clock.monotonic() + timeoutMs;
  try {
    const fees = await lowestFees(endpoints);
    const sign = (client: PublicClient) => signed(client, terms, call, gasAccount, fees);
    await broadcast(endpoints, await firstAnswer(endpoints, sign));
  } catch {
    // The token refuses the cancellation of a payment that was collected.
    if (await isOpen()) throw notSent(terms, gasAccount);
  }
  while (clock.monotonic() < deadline && (await isOpen())) await clock.sleep(pollMs, order.signal);
}

interface Call {
  readonly to: Address;
  readonly data: Hex;
}

async function cancellationCall(
  terms: QuoteTerms,
  authorization: PreparedAuthorization,
  account: LocalAccount,
  sender: Address,
): Promise<Call> {
  const { from, nonce } = authorization;
  if (terms.permit2 !== null) {
    const typedData = emptyPermitOf(terms, authorization, sender);
    const signature = await account.signTypedData(typedData).catch(() => failToSign(account));
    const details = { to: from, requestedAmount: 0n };
    const args = [typedData.message, details, from, signature] as const;
    const data = encodeFunctionData({ abi: permit2Abi, functionName: "permitTransferFrom", args });
    return { to: permit2Address, data };
  }
  const typedData = cancellationOf(terms, authorization);
  const signature = await account.signTypedData(typedData).catch(() => failToSign(account));
  const { r, s, yParity } = parseSignature(signature);
  const args = [from, nonce, 27 + yParity, r, s] as const;
  const data = encodeFunctionData({ abi: tokenAbi, functionName: "cancelAuthorization", args });
  return { to: terms.token, data };
}

/** The lowest of all endpoints, because one could ask for the whole balance. Throws if none answers. */
async function lowestFees(endpoints: readonly RpcEndpoint[]): Promise<FeeValuesEIP1559> {
  const answers = await Promise.allSettled(
    endpoints.map((endpoint) => endpoint((client) => client.estimateFeesPerGas())),
  );
  return answers
    .filter((answer) => answer.status === "fulfilled")
    .map(({ value }) => value)
    .reduce((lowest, fees) => (fees.maxFeePerGas < lowest.maxFeePerGas ? fees : lowest));
}

/** The chain is that of the quote, whatever the endpoint reports. */
async function signed(
  client: PublicClient,
  { network }: QuoteTerms,
  call: Call,
  gasAccount: LocalAccount,
  fees: FeeValuesEIP1559,
): Promise<Hex> {
  const { address } = gasAccount;
  const [nonce, gas] = await Promise.all([
    client.getTransactionCount({ address, blockTag: "pending" }),
    client.estimateGas({ account: address, ...call }),
  ]);
  const chainId = chainIdOf(network);
  return gasAccount.signTransaction({
    type: "eip1559",
    chainId,
    ...call,
    nonce,
    gas,
    ...fees,
  });
}

/** Sends one transaction to all endpoints, because one may drop it. */
async function broadcast(
  endpoints: readonly RpcEndpoint[],
  serializedTransaction: Hex,
): Promise<void> {
  await Promise.any(
    endpoints.map((endpoint) =>
      endpoint((client) => client.sendRawTransaction({ serializedTransaction })),
    ),
  );
}

/** Without the account's own error, which may contain a key. */
function failToSign({ address }: LocalAccount): never {
  throw new TreasuryError(
    "spend_executor_error",
    `${address} could not sign the cancellation of a payment. Check the account. Otherwise the payment ends by its expiry.`,
  );
}

function notSent({ network }: QuoteTerms, { address }: LocalAccount): TreasuryError {
  return new TreasuryError(
    "spend_executor_error",
    `No RPC endpoint of ${network} accepted the cancellation of a payment. Check that ${address} has the network's coin. Otherwise the payment ends by its expiry.`,
  );
}
