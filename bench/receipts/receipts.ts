import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { verifyReceipt } from "@agent-treasury/receipts";
import { createTreasury } from "@agent-treasury/treasury-core";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { figureText, millisecondsText } from "../harness/number-text.ts";
import { median } from "../harness/statistics.ts";
import { filledLedger, filledWorkspace as workspaceId } from "../reads/filled-ledgers.ts";

const receiptsMeasured = 20;

interface Measured {
  readonly firstCheckpointMs: number;
  readonly issueMs: number;
  readonly reads: number;
  readonly bytes: number;
  readonly verifyMs: number;
}

function sizesOf({ size, entries }: BenchContext): readonly number[] {
  return size === "tiny" ? [10, 300] : [10, 1_000, entries ?? 1_000_000];
}

/** Measures checkpoints and receipts of ledgers of three lengths on SQLite. */
export const receipts: Bench = {
  name: "receipts",
  summary: "a receipt of a ledger of 10, 1,000 and 1,000,000 entries",
  run: async (context) => {
    const directory = await mkdtemp(join(tmpdir(), "treasury-bench-"));
    const sizes = sizesOf(context);
    try {
      const found: Measured[] = [];
      for (const entries of sizes) {
        found.push(await measure(join(directory, `${entries}.db`), entries, context));
      }
      const row = (name: string, cell: (one: Measured) => string) => ({
        name,
        cells: found.map(cell),
      });
      return {
        tables: [
          {
            columns: ["", ...sizes.map((entries) => `${entries.toLocaleString("en-US")} entries`)],
            rows: [
              row("first checkpoint", (one) => millisecondsText(one.firstCheckpointMs)),
              row("a receipt", (one) => millisecondsText(one.issueMs)),
              row("reads of a receipt", (one) => figureText(one.reads)),
              row("bytes of a receipt", (one) => figureText(one.bytes)),
              row("its verification", (one) => millisecondsText(one.verifyMs)),
            ],
          },
        ],
        settings: {
          ledger: "one workspace in a database of its own, of spends that policy approved",
          receipts: `median of ${receiptsMeasured} of the newest spends, after one that does not count`,
          SQLite: `node:sqlite, SQLite ${process.versions["sqlite"]}, WAL, synchronous FULL`,
        },
      };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

async function measure(path: string, entries: number, context: BenchContext): Promise<Measured> {
  const storage = await filledLedger(path, entries, context.progress);
  const counted = { reads: 0 };
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: countingStorage(storage, counted),
    receipts: { key: "0".repeat(64) },
    recoverySeconds: false,
  });
  try {
    const begun = performance.now();
    await treasury.receipts.checkpoint({ workspaceId });
    const firstCheckpointMs = performance.now() - begun;
    const keys = await treasury.receipts.keys();
    const page = { kind: "proposal", before: null, limit: receiptsMeasured };
    const noEntries = { order: "newest", beyond: null, limit: 0 } as const;
    const { docs } = await storage.view(workspaceId, page, noEntries);
    const [issued, verified, reads, bytes]: [number[], number[], number[], number[]] = [
      [],
      [],
      [],
      [],
    ];
    for (const [at, { id: proposalId }] of [...docs.slice(0, 1), ...docs].entries()) {
      counted.reads = 0;
      const asked = performance.now();
      const { receipt } = await treasury.receipts.issue({ workspaceId, proposalId });
      const received = performance.now();
      const { valid, problems } = await verifyReceipt(receipt, keys);
      if (!valid) throw new Error(`A receipt is not valid: ${problems.join(" ")}`);
      if (at === 0) continue;
      issued.push(received - asked);
      verified.push(performance.now() - received);
      reads.push(counted.reads);
      bytes.push(receipt.length);
    }
    return {
      firstCheckpointMs,
      issueMs: median(issued),
      reads: median(reads),
      bytes: median(bytes),
      verifyMs: median(verified),
    };
  } finally {
    await treasury.close();
  }
}

/** Counts the calls that read. */
function countingStorage(storage: Storage, counted: { reads: number }): Storage {
  return {
    ...forwardedStorage(storage),
    load: (requests) => {
      counted.reads += 1;
      return storage.load(requests);
    },
    view: (...asked) => {
      counted.reads += 1;
      return storage.view(...asked);
    },
  };
}
