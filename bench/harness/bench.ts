import type { Report } from "./report.ts";

/** How much is run: `full` gives figures, `tiny` only shows that everything still runs. */
export type BenchSize = "full" | "tiny";

/** What a bench is given. */
export interface BenchContext {
  readonly size: BenchSize;
  /** A PostgreSQL to use in place of one that is started for the run. */
  readonly databaseUrl?: string;
  /** A checkout of pgledger, whose SQL files are installed from there. */
  readonly pgledgerPath?: string;
  /** A checkout of an earlier commit, which is measured beside this one. */
  readonly previousPath?: string;
  /** Where PostgreSQL's programs are, in place of the places that are looked at. */
  readonly postgresPath?: string;
  /** Entries of the long ledger, where a bench has one. */
  readonly entries?: number;
  /** Tells whoever waits how far it is. */
  progress(text: string): void;
}

/** One question, measured. */
export interface Bench {
  /** As it is called on the command line, and in the document's markers. */
  readonly name: string;
  /** What it asks, in a line. */
  readonly summary: string;
  run(context: BenchContext): Promise<Report>;
}
