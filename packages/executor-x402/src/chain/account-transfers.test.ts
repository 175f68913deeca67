import { type Hex, type PublicClient, numberToHex, pad, toEventSelector } from "viem";
import { expect, it } from "vitest";
import { accountTransfers } from "./account-transfers.ts";
import { blocksPerRequest } from "./first-block-since.ts";

const transfer = toEventSelector("Transfer(address,address,uint256)");
const account = "0x00000000000000000000000000000000000000aa";
const latest = 1_000_000n;

/** A chain with a block a second and a transfer in each tenth of its blocks. */
function chainWith(mostBlocks: bigint) {
  let requests = 0;
  const client = {
    getBlockNumber: async () => latest,
    getBlock: async ({ blockNumber }: { blockNumber: bigint }) => ({ timestamp: blockNumber }),
    getTransaction: async () => ({ to: null, input: "0x" }),
    request: async ({ params: [{ fromBlock, toBlock }] }: LogsRequest) => {
      requests += 1;
      const [first, last] = [BigInt(fromBlock), BigInt(toBlock)];
      if (last - first >= mostBlocks) throw new Error("too many blocks");
      const firstTransfer = ((first + 9n) / 10n) * 10n;
      const count = Number((last - firstTransfer) / 10n) + 1;
      return Array.from({ length: Math.max(0, count) }, (_, index) =>
        logAt(firstTransfer + BigInt(index) * 10n),
      );
    },
  };
  return { client: client as unknown as PublicClient, requests: () => requests };
}

interface LogsRequest {
  readonly params: readonly [{ readonly fromBlock: Hex; readonly toBlock: Hex }];
}

function logAt(block: bigint) {
  return {
    removed: false,
    topics: [transfer, pad(account), pad("0xbb")],
    data: "0x1",
    blockNumber: numberToHex(block),
    transactionHash: pad(numberToHex(block)),
    logIndex: "0x0",
  };
}

const since = (seconds: number) =>
  ({
    token: account,
    from: account,
    sinceSeconds: Number(latest) - seconds,
    depth: 1,
  }) as const;

it.each([
  ["all blocks at once", 100_000n, 2],
  ["few blocks", blocksPerRequest, 14],
])("reads each block once from an endpoint that accepts %s", async (_, mostBlocks, atMost) => {
  const { client, requests } = chainWith(mostBlocks);
  const transfers = await accountTransfers(client, since(15_000));
  const times = transfers.map(({ at }) => at);
  expect(times).toEqual(Array.from({ length: 1_501 }, (_one, index) => 985_000 + index * 10));
  expect(requests()).toBeLessThanOrEqual(atMost);
});

it("omits transfers that are not deep enough", async () => {
  const { client } = chainWith(100_000n);
  const transfers = await accountTransfers(client, { ...since(100), depth: 12 });
  expect(transfers.at(-1)?.at).toBe(999_980);
});

it("rejects an endpoint that refuses any range, and a period with too many transfers", async () => {
  await expect(accountTransfers(chainWith(10n).client, since(100))).rejects.toThrow("too many");
  const { client } = chainWith(100_000n);
  await expect(accountTransfers(client, since(300_000))).rejects.toThrow("too many blocks or");
});
