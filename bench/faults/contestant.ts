/** What a contestant must offer for a fault to mean anything. */
export type Concept = "payment" | "cap" | "approval";

/** A place in the contestant's own documentation, at a commit. */
export interface Source {
  readonly title: string;
  readonly url: string;
}

/** A program of `contestants/`, and what the page states about it. */
export interface Contestant {
  readonly name: string;
  /** The file that is run, without `.ts`. */
  readonly program: string;
  readonly runtime?: "bun";
  /** Whether it is of this repository, and run from its sources. */
  readonly isOwn?: boolean;
  readonly rail: "x402" | "mpp";
  /** Why faults of these concepts cannot be expressed. */
  readonly lacks: Partial<Record<Concept, string>>;
  /** The packages that it is about, the first one for its version. */
  readonly packages: readonly string[];
  readonly sources: readonly Source[];
  /** How its example was completed, in a sentence. */
  readonly setup: string;
  /** What it does better than Agent Treasury. */
  readonly better: string;
  /** Whether its example stores its runs in PostgreSQL. */
  readonly needsDatabase?: boolean;
}
