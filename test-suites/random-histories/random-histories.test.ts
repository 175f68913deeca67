import { describe, expect, it, vi } from "vitest";
import { sha256Hex } from "../../packages/treasury-core/src/kernel/ledger/hash.ts";
import { runHistory } from "./random-history.fixture.ts";

// A limit for a history that hangs.
vi.setConfig({ testTimeout: 1_800_000 });

/**
 * Each line of `recorded` is a hash of what one history answered and stored. After a deliberate change
 * of an outcome or a record, record them again: `TEST_LONG=1 … test random-histories -u`. To see what
 * changed, print `runHistory` of the first line that differs on both checkouts.
 */
describe("random histories", () => {
  it.for([
    { first: 0, end: 60, isLong: false },
    { first: 60, end: 2_000, isLong: true },
  ])(
    "answer and store what was recorded of $first to $end",
    async ({ first, end, isLong }, { skip }) => {
      if (isLong && process.env["TEST_LONG"] !== "1") skip("It belongs to the long form.");
      const hashes: string[] = [];
      for (let seed = first; seed < end; seed += 1) {
        const history = await runHistory(seed);
        hashes.push(`${seed} ${sha256Hex(JSON.stringify(history)).slice(0, 12)}\n`);
      }
      await expect(hashes.join("")).toMatchFileSnapshot(`recorded/from-${first}.txt`);
    },
  );
});
