/** Blocks that one request for events may cover, and so the accuracy of the search. */
export const blocksPerRequest = 2_000n;

/** Returns the time of a block, in seconds since 1970. */
export type ReadBlockTime = (blockNumber: bigint) => Promise<bigint>;

/** Returns the number of a block that is older than a time, and not much older. */
export async function firstBlockSince(
  latest: bigint,
  sinceSeconds: number,
  readTime: ReadBlockTime,
): Promise<bigint> {
  const since = BigInt(sinceSeconds);
  const isBefore = async (block: bigint): Promise<boolean> => (await readTime(block)) < since;
  let newer = latest;
  let step = blocksPerRequest / 4n;
  let older = newer - step;
  while (older > 0n && !(await isBefore(older))) {
    newer = older;
    step *= 4n;
    older -= step;
  }
  if (older < 0n) older = 0n;
  while (newer - older > blocksPerRequest) {
    const middle = (newer + older) / 2n;
    if (await isBefore(middle)) older = middle;
    else newer = middle;
  }
  return older;
}
