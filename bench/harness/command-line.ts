import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { BenchContext } from "./bench.ts";

/** The parsed command line. */
export interface Asked {
  /** Empty for all of them. */
  readonly names: readonly string[];
  readonly help: boolean;
  /** Whether the document stays unchanged. */
  readonly dry: boolean;
  readonly context: Omit<BenchContext, "progress">;
}

/** The options as `--help` prints them. */
export const optionsText = `  --pgledger PATH   a checkout of pgledger to compare with (or PGLEDGER_PATH)
  --previous PATH   a checkout of an earlier commit to compare with, its packages installed
  --url URL         a PostgreSQL to use; benches create schemas in it and do not remove them
  --postgres PATH   the directory of PostgreSQL's programs (initdb, pg_ctl, pgbench)
  --entries NUMBER  the length of the long ledger of reads-flat; 1,000,000 by default
  --tiny            only checks that everything runs: the figures mean nothing
  --dry             does not write bench/results.md, as in a run of named benches
  --help            prints this`;

/** Parses the command line. `PGLEDGER_PATH` is the default of its option. */
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
    // A tiny run has no meaningful figures.
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
    throw new Error(`--entries must be a whole number from 1, not "${text}".`);
  }
  return count;
}
