import type { Hex } from "viem";
import { authorizationEvent } from "./authorization-event.ts";
import type { AuthorizedPayment } from "./authorized-payment.ts";
import { expectedTransfer } from "./expected-transfer.ts";
import { firstBlockSince } from "./first-block-since.ts";
import { isNonceUsed } from "./nonce-state.ts";
import { permitEvent } from "./permit-event.ts";
import type { RpcEndpoint } from "./rpc-endpoint.ts";

/** What one endpoint reports about an authorization. */
export type AuthorizationView =
  | { readonly kind: "unused" }
  /** Settled as authorized, with so many blocks, its own included. */
  | {
      readonly kind: "paid";
      /** What was transferred. */
      readonly value: bigint;
      readonly depth: number;
      readonly blockNumber: bigint;
      readonly transactionHash: Hex;
    }
  /** Used for another transfer. */
  | { readonly kind: "diverted" }
  | { readonly kind: "canceled"; readonly blockNumber: bigint; readonly blockHash: Hex }
  | { readonly kind: "other"; readonly reason: string };

export function viewAuthorization(
  payment: AuthorizedPayment,
  endpoint: RpcEndpoint,
): Promise<AuthorizationView> {
  return endpoint(async (client): Promise<AuthorizationView> => {
    const latest = await client.getBlock();
    if (!(await isNonceUsed(client, payment))) return { kind: "unused" };
    const readTime = async (blockNumber: bigint): Promise<bigint> =>
      (await client.getBlock({ blockNumber })).timestamp;
    const start = await firstBlockSince(latest.number, payment.sinceSeconds, readTime);
    const findEvent = payment.permit2 === null ? authorizationEvent : permitEvent;
    const event = await findEvent(client, payment, start);
    if (event === null) return { kind: "other", reason: "its event cannot be found" };
    const { kind, blockNumber, blockHash, transactionHash, logIndex } = event;
    if (kind === "canceled") return { kind, blockNumber, blockHash };
    const receipt = await client.getTransactionReceipt({ hash: transactionHash });
    if (receipt.blockHash !== blockHash || receipt.status !== "success") {
      return { kind: "other", reason: "its block is being replaced" };
    }
    const value = expectedTransfer(receipt.logs, logIndex, payment);
    if (value === null) return { kind: "diverted" };
    const depth = Number((latest.number > blockNumber ? latest.number : blockNumber) - blockNumber);
    return { kind: "paid", value, depth: depth + 1, blockNumber, transactionHash };
  });
}
