import { expect, it } from "vitest";
import { blocksPerRequest, firstBlockSince } from "./first-block-since.ts";

/** Two seconds for each of many blocks. */
const latest = 40_000_000n;
const timeOf = (block: bigint): bigint => 1_700_000_000n + 2n * block;

it.each([0n, 1n, 999n, 30_000n, 39_000_000n, 39_999_400n, 39_999_999n])(
  "finds a block shortly before the time of block %s, in few requests",
  async (wanted) => {
    let requests = 0;
    const found = await firstBlockSince(latest, Number(timeOf(wanted)), async (block) => {
      requests += 1;
      return timeOf(block);
    });
    expect(found <= wanted).toBe(true);
    expect(wanted - found <= blocksPerRequest).toBe(true);
    expect(requests).toBeLessThan(30);
  },
);
