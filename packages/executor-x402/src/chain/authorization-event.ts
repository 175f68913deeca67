import { type Hex, type PublicClient, numberToHex, pad, toEventSelector } from "viem";
import type { AuthorizedPayment } from "./authorized-payment.ts";
import { blocksPerRequest } from "./first-block-since.ts";

const used = toEventSelector("AuthorizationUsed(address,bytes32)");
const canceled = toEventSelector("AuthorizationCanceled(address,bytes32)");

/** The token has ten minutes for a payment, but a cancellation may come later. */
const maximumRequests = 50;

export interface AuthorizationEvent {
  readonly kind: "used" | "canceled";
  readonly blockNumber: bigint;
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly logIndex: number;
}

/** Returns the event that ended an authorization, or null if it is not in the blocks from `start`. */
export async function authorizationEvent(
  client: PublicClient,
  { token, from, nonce }: AuthorizedPayment,
  start: bigint,
): Promise<AuthorizationEvent | null> {
  const end = await client.getBlockNumber();
  for (let request = 0n; request < maximumRequests; request += 1n) {
    const fromBlock = start + request * blocksPerRequest;
    if (fromBlock > end) return null;
    const toBlock = fromBlock + blocksPerRequest - 1n;
    const logs = await client.request({
      method: "eth_getLogs",
      params: [
        {
          address: token,
          fromBlock: numberToHex(fromBlock),
          toBlock: numberToHex(toBlock < end ? toBlock : end),
          topics: [[used, canceled], pad(from), nonce],
        },
      ],
    });
    const found = logs.find(({ removed }) => !removed);
    if (found?.blockNumber && found.blockHash && found.transactionHash && found.logIndex) {
      return {
        kind: found.topics[0] === used ? "used" : "canceled",
        blockNumber: BigInt(found.blockNumber),
        blockHash: found.blockHash,
        transactionHash: found.transactionHash,
        logIndex: Number(found.logIndex),
      };
    }
  }
  return null;
}
