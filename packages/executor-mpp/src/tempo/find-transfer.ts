import { isFinallyUsed, type RpcEndpoint } from "@agent-treasury/executor-x402/chain";
import { Micros, type SpendFinding } from "@agent-treasury/provider";
import {
  type Address,
  type BlockTag,
  type Hex,
  isAddressEqual,
  keccak256,
  parseEventLogs,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem";
import { nonceAbi, nonceManager, tip20Abi } from "./tempo-chain.ts";
import type { TempoTerms } from "./tempo-terms.ts";
import type { TransferBounds } from "./tempo-transaction.ts";

/** Less is not enough for a seller's settlement. */
const repeatableSeconds = 30;

/** A signed transfer that a seller may have. */
export interface SignedTransfer extends TransferBounds {
  readonly account: Address;
  readonly terms: TempoTerms;
  readonly transaction: Hex;
}

export interface ChainAccess {
  readonly endpoints: readonly RpcEndpoint[];
  /** Blocks that a payment needs until it counts. */
  readonly depth: number;
  readonly nowMs: number;
}

/** What one endpoint reports. */
type TransferView =
  | { readonly kind: "unused" }
  /** Another transaction used the lane, or the endpoint does not have the receipt yet. */
  | { readonly kind: "missing" }
  | {
      readonly kind: "included";
      readonly isMade: boolean;
      readonly spent: bigint;
      readonly depth: number;
    };

/** The identity of the movement. */
export function movementId({ terms, account, lane }: SignedTransfer): string {
  const chain = terms.network.slice("eip155:".length);
  return `tempo:${chain}:${terms.token}:${account}:${lane.toString(16)}`.toLowerCase();
}

/**
 * Returns the outcome of a transfer by the chain alone. Endpoints that answer must agree.
 *
 * @throws TreasuryError `spend_executor_error` if no endpoint answers.
 */
export async function findTransfer(
  transfer: SignedTransfer,
  { endpoints, depth, nowMs }: ChainAccess,
): Promise<SpendFinding> {
  const asked = await Promise.allSettled(
    endpoints.map(async (endpoint) => ({
      endpoint,
      view: await endpoint((client) => viewTransfer(client, transfer)),
    })),
  );
  const answers = asked.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const [first, ...others] = answers.map(({ view }) => view);
  if (first === undefined) throw (asked[0] as PromiseRejectedResult).reason;
  if (others.some((view) => !isSame(view, first))) return unknown("the RPC endpoints disagree");
  if (first.kind === "missing") return unknown("another transaction has its nonce");
  const reference = movementId(transfer);
  if (first.kind === "included") {
    const depths = answers.map(({ view }) => (view.kind === "included" ? view.depth : 0));
    if (Math.min(...depths) < depth) return { kind: "in_progress", reference };
    const captures = [{ id: reference, amount: Micros.of(first.spent) }];
    const failure = "The transfer failed on the chain, which took its fee.";
    return { kind: "executed", captures, reference, ...(!first.isMade && { failure }) };
  }
  const { validBefore } = transfer;
  if (validBefore - nowMs / 1_000 >= repeatableSeconds) return { kind: "repeatable" };
  const isUsed = (client: PublicClient, block: { readonly blockNumber: bigint }) =>
    isLaneUsed(client, transfer, block);
  const agreeing = answers.map(({ endpoint }) => endpoint);
  if (!(await isFinallyUsed({ validBefore, isUsed }, false, agreeing, nowMs))) {
    return { kind: "in_progress", reference };
  }
  const reason = "The seller did not send the transaction, and it expired.";
  return { kind: "declined", reason };
}

async function viewTransfer(client: PublicClient, transfer: SignedTransfer): Promise<TransferView> {
  if (!(await isLaneUsed(client, transfer, { blockTag: "latest" }))) return { kind: "unused" };
  const hash = keccak256(transfer.transaction);
  const receipt = await client.getTransactionReceipt({ hash }).catch(notFound);
  if (receipt === null) return { kind: "missing" };
  const latest = await client.getBlockNumber();
  return {
    kind: "included",
    isMade: receipt.status === "success",
    spent: spentIn(receipt, transfer),
    depth: Number(latest - receipt.blockNumber) + 1,
  };
}

/** The amount with the fee. The fee alone if the transfer failed. */
function spentIn({ logs }: TransactionReceipt, { account, terms }: SignedTransfer): bigint {
  const own = logs.filter(({ address }) => isAddressEqual(address, terms.token));
  const transfers = parseEventLogs({ abi: tip20Abi, eventName: "Transfer", logs: own });
  return transfers.reduce((sum, { args: { from, to, amount } }) => {
    const left = isAddressEqual(from, account) ? amount : 0n;
    const returned = isAddressEqual(to, account) ? amount : 0n;
    return sum + left - returned;
  }, 0n);
}

async function isLaneUsed(
  client: PublicClient,
  { account, lane }: Pick<SignedTransfer, "account" | "lane">,
  block: { readonly blockNumber: bigint } | { readonly blockTag: BlockTag },
): Promise<boolean> {
  const nonce = await client.readContract({
    address: nonceManager,
    abi: nonceAbi,
    functionName: "getNonce",
    args: [account, lane],
    ...block,
  });
  return nonce > 0n;
}

function isSame(one: TransferView, other: TransferView): boolean {
  if (one.kind === "included" && other.kind === "included") return one.spent === other.spent;
  return one.kind === other.kind;
}

function notFound(error: unknown): null {
  if (error instanceof TransactionReceiptNotFoundError) return null;
  throw error;
}

function unknown(why: string): SpendFinding {
  return { kind: "unknown", reason: `The transaction's outcome is uncertain: ${why}.` };
}
