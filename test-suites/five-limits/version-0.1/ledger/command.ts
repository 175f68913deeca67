import type { TreasuryError } from "../errors.ts";
import type { Claim, Doc, Entry, Key } from "../ports/storage.ts";
import type { Books, Tip } from "./books.ts";

/** What a command wants to become durable, all of it or nothing. */
export interface Changes {
  readonly tip: Tip;
  readonly entries: readonly Entry[];
  readonly put: readonly Doc[];
  readonly claim: readonly Claim[];
}

/** What a command came to. */
export type Outcome<Answer> =
  | { readonly kind: "changed"; readonly answer: Answer; readonly changes: Changes }
  /** Nothing to do: it was done before, or there is nothing that it would change. */
  | { readonly kind: "unchanged"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly error: TreasuryError };

/**
 * Something to be done to one workspace: a pure function of the books and the time. It may run several
 * times, each time on newer books; only the run whose changes became durable counts.
 */
export interface Command<Answer> {
  /** For traces and messages, for example `decide_proposal`. */
  readonly name: string;
  /** Documents that it must see although they may be closed. */
  readonly reads: readonly Key[];
  /**
   * Documents that it makes, unless they are there. Nobody looks for them beforehand: it is decided as
   * if they were not there, and the commit is refused if they are. Only what is not a change is decided
   * again with them looked up, for it may be that they are there.
   */
  readonly creates?: readonly Key[];
  /**
   * Decides, on the books at `now`: milliseconds since 1970 by the storage's clock, and never before the
   * newest commit to the workspace unless somebody set that clock back.
   */
  decide(books: Books, now: number): Outcome<Answer>;
}

/** The changes of a command that has only some to make. */
export function changesOn(books: Books, changes: Partial<Changes>): Changes {
  return { tip: books.tip, entries: [], put: [], claim: [], ...changes };
}

/** An outcome that refuses. */
export function refused(error: TreasuryError): {
  readonly kind: "refused";
  readonly error: TreasuryError;
} {
  return { kind: "refused", error };
}
