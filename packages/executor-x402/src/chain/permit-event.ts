import {
  type Hex,
  type PublicClient,
  type RpcLog,
  decodeAbiParameters,
  isAddressEqual,
  numberToHex,
  pad,
  parseAbiParameters,
  toEventSelector,
} from "viem";
import type { AuthorizationEvent } from "./authorization-event.ts";
import type { AuthorizedPayment } from "./authorized-payment.ts";
import { blocksPerRequest } from "./first-block-since.ts";
import { covers, isNonceUsed } from "./nonce-state.ts";
import { permit2Address, permit2Proxies, type UsedPermit, usedPermit } from "./permit2.ts";

const transfer = toEventSelector("Transfer(address,address,uint256)");
const invalidation = toEventSelector("UnorderedNonceInvalidation(address,uint256,uint256)");
const wordAndMask = parseAbiParameters("uint256 word, uint256 mask");

const maximumRequests = 50;

/**
 * Returns the event that ended a permit. Permit2 reports the nonce of a transfer in no event, so it is
 * read from the transaction. Null if the event is not in the blocks from `start`, or if a contract
 * settled several payments of the account to this payee in one block.
 */
export async function permitEvent(
  client: PublicClient,
  payment: AuthorizedPayment,
  start: bigint,
): Promise<AuthorizationEvent | null> {
  const { token, from, to, nonce, permit2 } = payment;
  if (permit2 === null) return null;
  const logs = await logsSince(client, payment, start);
  const [payee, payer] = [pad(to), pad(from)].map((topic) => topic.toLowerCase());
  const isOwn = (permit: UsedPermit): boolean =>
    permit.nonce === nonce &&
    isAddressEqual(permit.owner, from) &&
    isAddressEqual(permit.token, token);
  let canceled: AuthorizationEvent | null = null;
  const indirect: RpcLog[] = [];
  // The newest first, because a payment is usually looked up soon.
  for (const log of logs.toReversed()) {
    if (log.topics[0] === invalidation) {
      const [word, mask] = decodeAbiParameters(wordAndMask, log.data);
      if (covers(word, mask, nonce)) canceled = eventOf("canceled", log);
      continue;
    }
    const target = log.topics[2]?.toLowerCase();
    if (target !== payee && target !== payer) continue;
    const permit = await usedPermit(client, log.transactionHash as Hex);
    if (permit === null) {
      if (target === payee) indirect.push(log);
    } else if (isOwn(permit)) {
      return eventOf(permit.contract === permit2 ? "used" : "canceled", log);
    }
  }
  return (await indirectSettlement(client, payment, indirect)) ?? canceled;
}

/** A settlement that another contract called. The state before and after its block proves the nonce. */
async function indirectSettlement(
  client: PublicClient,
  payment: AuthorizedPayment,
  logs: readonly RpcLog[],
): Promise<AuthorizationEvent | null> {
  const proxy = permit2Proxies[payment.permit2 ?? "exact"];
  const blocks = new Map<bigint, RpcLog[]>();
  for (const log of logs) {
    const receipt = await client.getTransactionReceipt({ hash: log.transactionHash as Hex });
    const isSettled = receipt.logs.some(
      ({ address, logIndex }) => isAddressEqual(address, proxy) && logIndex > Number(log.logIndex),
    );
    const number = BigInt(log.blockNumber as Hex);
    if (isSettled) blocks.set(number, [...(blocks.get(number) ?? []), log]);
  }
  for (const [blockNumber, [log, ...others]] of blocks) {
    const before = { blockNumber: blockNumber - 1n };
    if (log === undefined || (await isNonceUsed(client, payment, before))) continue;
    if (!(await isNonceUsed(client, payment, { blockNumber }))) continue;
    return others.length === 0 ? eventOf("used", log) : null;
  }
  return null;
}

async function logsSince(
  client: PublicClient,
  { token, from }: AuthorizedPayment,
  start: bigint,
): Promise<readonly RpcLog[]> {
  const end = await client.getBlockNumber();
  const logs: RpcLog[] = [];
  for (let request = 0n; request < maximumRequests; request += 1n) {
    const fromBlock = start + request * blocksPerRequest;
    if (fromBlock > end) break;
    const last = fromBlock + blocksPerRequest - 1n;
    const page = await client.request({
      method: "eth_getLogs",
      params: [
        {
          address: [token, permit2Address],
          fromBlock: numberToHex(fromBlock),
          toBlock: numberToHex(last < end ? last : end),
          topics: [[transfer, invalidation], pad(from)],
        },
      ],
    });
    logs.push(...page.filter(({ removed, blockNumber }) => !removed && blockNumber !== null));
  }
  return logs;
}

function eventOf(kind: AuthorizationEvent["kind"], log: RpcLog): AuthorizationEvent {
  return {
    kind,
    blockNumber: BigInt(log.blockNumber as Hex),
    blockHash: log.blockHash as Hex,
    transactionHash: log.transactionHash as Hex,
    // The transfer itself is the event.
    logIndex: Number(log.logIndex) - 1,
  };
}
