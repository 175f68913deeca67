import type { Report } from "./report.ts";

/** `full` measures, `tiny` only checks that everything runs. */
export type BenchSize = "full" | "tiny";

export interface BenchContext {
  readonly size: BenchSize;
  /** A PostgreSQL to use in place of one that is started for the run. */
  readonly databaseUrl?: string;
  /** A checkout of pgledger, from which its SQL files are installed. */
  readonly pgledgerPath?: string;
  /** A checkout of an earlier commit to compare with. */
  readonly previousPath?: string;
  /** The directory of PostgreSQL's programs, in place of a search. */
  readonly postgresPath?: string;
  /** Entries of the long ledger, where a bench has one. */
  readonly entries?: number;
  /** Reports progress. */
  progress(text: string): void;
}

/** One measured question. */
export interface Bench {
  /** The name on the command line and in the document's markers. */
  readonly name: string;
  /** The question, in a line. */
  readonly summary: string;
  /** Whether it also measures the checkout of `previousPath`. */
  readonly comparesPrevious?: boolean;
  run(context: BenchContext): Promise<Report>;
}
