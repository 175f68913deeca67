import { Micros, type RefundFinding } from "@agent-treasury/provider";
import { type Address, decodeFunctionData, type Hex, isAddressEqual, isHex } from "viem";
import type { QuoteTerms } from "../quote/quote-terms.ts";
import { isFinalized } from "./is-finalized.ts";
import type { RpcEndpoint } from "./rpc-endpoint.ts";
import { tokenAbi } from "./token-abi.ts";

export interface RefundQuery {
  readonly terms: Pick<QuoteTerms, "network" | "token" | "payTo">;
  /** The account that paid. */
  readonly account: Address;
  /** Seconds since 1970. Earlier transfers return nothing of this payment. */
  readonly paidAfter: number;
  /** Hash of a transaction. */
  readonly reference: string;
}

/**
 * Looks up a transfer that the payee made to return a payment: a call of the token's `transfer` by the
 * address that was paid, in a final block. Transfers by an authorization or a contract may belong to
 * another payment, such as a sale.
 *
 * @throws TreasuryError `spend_executor_error` if an endpoint does not answer.
 */
export async function findRefund(
  query: RefundQuery,
  endpoints: readonly RpcEndpoint[],
): Promise<RefundFinding> {
  const { reference, terms } = query;
  const hash = reference.trim().toLowerCase();
  if (!isHash(hash)) {
    return none(`A refund is named by the hash of a transaction on ${terms.network}.`);
  }
  const views = await Promise.all(endpoints.map((endpoint) => viewRefund(query, hash, endpoint)));
  const [first] = views;
  if (first === undefined || views.some((view) => view === null)) {
    return none(`The chain ${terms.network} has no such transaction.`);
  }
  const refused = views.find((view) => typeof view === "string");
  if (typeof refused === "string") return none(refused);
  const seen = views.filter((view): view is SeenRefund => typeof view === "object");
  const [{ value, blockNumber, blockHash }] = seen as [SeenRefund];
  if (seen.some((view) => view.blockHash !== blockHash)) {
    return { kind: "pending", reason: "The RPC endpoints disagree about its block." };
  }
  if (!(await isFinalized(blockNumber, endpoints))) {
    return { kind: "pending", reason: "Its block is not final yet." };
  }
  const id = `erc20:${terms.network.slice("eip155:".length)}:${hash}`;
  return { kind: "refunded", refund: { id, amount: Micros.of(value) } };
}

interface SeenRefund {
  readonly value: bigint;
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
}

/** Null for an unknown transaction. A text is the reason why it is not a refund. */
function viewRefund(
  { terms, account, paidAfter }: RefundQuery,
  hash: Hex,
  endpoint: RpcEndpoint,
): Promise<SeenRefund | string | null> {
  return endpoint(async (client) => {
    const receipt = await client.getTransactionReceipt({ hash }).catch(notFound);
    if (receipt === null) return null;
    const { blockNumber, blockHash, status } = receipt;
    if (status !== "success") return "The transaction failed.";
    const { to, from, input } = await client.getTransaction({ hash });
    const call = transferIn(input);
    if (call === null || to === null || !isAddressEqual(to, terms.token)) {
      return "The transaction is no plain transfer of the token that was paid.";
    }
    if (!isAddressEqual(from, terms.payTo)) return "It is not from the address that was paid.";
    if (!isAddressEqual(call.to, account)) return "It is not to the account that paid.";
    const { timestamp } = await client.getBlock({ blockHash });
    if (Number(timestamp) < paidAfter) return "It is older than the payment.";
    return { value: call.value, blockNumber, blockHash };
  });
}

function transferIn(data: Hex): { readonly to: Address; readonly value: bigint } | null {
  try {
    const call = decodeFunctionData({ abi: tokenAbi, data });
    if (call.functionName !== "transfer" || call.args[1] === 0n) return null;
    return { to: call.args[0], value: call.args[1] };
  } catch {
    return null;
  }
}

function notFound(error: unknown): null {
  if (error instanceof Error && error.name === "TransactionReceiptNotFoundError") return null;
  throw error;
}

function isHash(text: string): text is Hex {
  return isHex(text) && text.length === 66;
}

function none(reason: string): RefundFinding {
  return { kind: "none", reason };
}
