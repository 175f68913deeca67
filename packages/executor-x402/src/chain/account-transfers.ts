import { type Address, type Hex, type PublicClient, numberToHex, pad, toEventSelector } from "viem";
import { blocksPerRequest, firstBlockSince } from "./first-block-since.ts";
import { type Permit2Scheme, usedPermit } from "./permit2.ts";

const transfer = toEventSelector("Transfer(address,address,uint256)");
const used = toEventSelector("AuthorizationUsed(address,bytes32)");

/** Halved while an endpoint refuses, down to `blocksPerRequest`. */
const mostBlocksPerRequest = 16n * blocksPerRequest;
/** A month on a chain with four blocks a second has about 325. */
const maximumRequests = 1_000;
const maximumTransfers = 10_000;

/** Tokens that left an account. */
export interface AccountTransfer {
  readonly to: Address;
  readonly value: bigint;
  /** Seconds since 1970. */
  readonly at: number;
  /** The nonce of the authorization that it settled. Null for another kind of transfer. */
  readonly nonce: Hex | null;
  readonly permit2: Permit2Scheme | null;
  readonly transactionHash: Hex;
  readonly logIndex: number;
}

export interface TransferQuery {
  readonly token: Address;
  readonly from: Address;
  readonly sinceSeconds: number;
  /** Blocks that a transfer needs, its own included. */
  readonly depth: number;
}

/** @throws Error if the period has too many blocks or transfers. */
export async function accountTransfers(
  client: PublicClient,
  query: TransferQuery,
): Promise<readonly AccountTransfer[]> {
  const { sinceSeconds, depth } = query;
  const latest = await client.getBlockNumber();
  const readTime = async (blockNumber: bigint): Promise<bigint> =>
    (await client.getBlock({ blockNumber })).timestamp;
  const start = await firstBlockSince(latest, sinceSeconds, readTime);
  const logs = await logsBetween(client, query, start, latest - BigInt(depth) + 1n);
  const times = new Map<bigint, number>();
  const transfers: AccountTransfer[] = [];
  let authorization: TransferLog | null = null;
  for (const log of logs) {
    if (log.topics[0] === used) {
      authorization = log;
      continue;
    }
    const isAuthorized = authorization?.transactionHash === log.transactionHash;
    const authorized = isAuthorized ? (authorization?.topics[2] ?? null) : null;
    authorization = null;
    // The cancellation of a permit transfers nothing.
    if (BigInt(log.data) === 0n) continue;
    const permit = authorized === null ? await usedPermit(client, log.transactionHash) : null;
    const permit2 = permit === null || permit.contract === "permit2" ? null : permit.contract;
    const nonce = permit2 === null ? authorized : (permit?.nonce ?? null);
    const known = times.get(log.blockNumber);
    const at = known ?? Number(await readTime(log.blockNumber));
    times.set(log.blockNumber, at);
    const { topics, data, transactionHash, logIndex } = log;
    const to: Address = `0x${(topics[2] ?? "").slice(-40)}`;
    transfers.push({ to, value: BigInt(data), at, nonce, permit2, transactionHash, logIndex });
  }
  return transfers.filter(({ at }) => at >= sinceSeconds);
}

interface TransferLog {
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: bigint;
  readonly transactionHash: Hex;
  readonly logIndex: number;
}

/** Transfers of an account and uses of its authorizations, in the order of the chain. */
async function logsBetween(
  client: PublicClient,
  { token, from }: TransferQuery,
  start: bigint,
  end: bigint,
): Promise<readonly TransferLog[]> {
  const logs: TransferLog[] = [];
  let blocks = mostBlocksPerRequest;
  let fromBlock = start;
  for (let request = 0; fromBlock <= end; request += 1) {
    if (request >= maximumRequests || logs.length > 2 * maximumTransfers) {
      throw new Error("The period has too many blocks or transfers.");
    }
    const last = fromBlock + blocks - 1n;
    const toBlock = last < end ? last : end;
    const filter = { address: token, topics: [[transfer, used], pad(from)] };
    const range = { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) };
    try {
      const page = await client.request({
        method: "eth_getLogs",
        params: [{ ...filter, ...range }],
      });
      for (const { removed, topics, data, blockNumber, transactionHash, logIndex } of page) {
        if (removed || !blockNumber || !transactionHash || !logIndex) continue;
        const place = { blockNumber: BigInt(blockNumber), logIndex: Number(logIndex) };
        logs.push({ topics, data, transactionHash, ...place });
      }
      fromBlock = toBlock + 1n;
    } catch (error) {
      // Endpoints limit the range of blocks, or the number of results.
      if (blocks <= blocksPerRequest) throw error;
      blocks /= 2n;
    }
  }
  return logs.toSorted(
    (left, right) => Number(left.blockNumber - right.blockNumber) || left.logIndex - right.logIndex,
  );
}
