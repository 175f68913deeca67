import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { BenchContext } from "./bench.ts";

/** What was asked for on the command line. */
export interface Asked {
  /** Empty for all of them. */
  readonly names: readonly string[];
  readonly help: boolean;
  /** Whether the document is left as it is. */
  readonly dry: boolean;
  readonly context: Omit<BenchContext, "progress">;
}

/** The options as `--help` prints them. */
export const optionsText = `  --pgledger PATH   a checkout of pgledger to compare with (or PGLEDGER_PATH)
  --previous PATH   a checkout of an earlier commit, its packages installed, to measure beside this one
  --url URL         a PostgreSQL to use; it must be yours to fill, and is left filled
  --postgres PATH   the directory of PostgreSQL's programs (initdb, pg_ctl, pgbench)
  --entries NUMBER  how long the long ledger of reads-flat is; 1,000,000 by default
  --tiny            only shows that everything runs: the figures mean nothing
  --dry             leaves docs/performance.md as it is, as a run of named benches does
  --help            this`;

/** Reads the command line; `PGLEDGER_PATH` stands in for an option that is not given. */
export function readCommandLine(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Asked {
  const { values, positionals } = parseArgs({
    args: words.filter((word) => word !== "--"),
    allowPositionals: true,
    options: {
      pgledger: { type: "string" },
      previous: { type: "string" },
      url: { type: "string" },
      postgres: { type: "string" },
      entries: { type: "string" },
      tiny: { type: "boolean", default: false },
      dry: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const pgledgerPath = values.pgledger ?? environment["PGLEDGER_PATH"];
  const { previous, url, postgres, entries } = values;
  return {
    names: positionals,
    help: values.help,
    // Figures of a tiny run are none.
    dry: values.dry || values.tiny,
    context: {
      size: values.tiny ? "tiny" : "full",
      ...(pgledgerPath !== undefined && { pgledgerPath }),
      ...(previous !== undefined && { previousPath: resolve(previous) }),
      ...(url !== undefined && { databaseUrl: url }),
      ...(postgres !== undefined && { postgresPath: postgres }),
      ...(entries !== undefined && { entries: readCount(entries) }),
    },
  };
}

function readCount(text: string): number {
  const count = Number(text.replaceAll(",", ""));
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new Error(`--entries takes a whole number from 1, not "${text}".`);
  }
  return count;
}
