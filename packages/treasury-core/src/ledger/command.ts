import type { TreasuryError, Claim, Doc, Entry, Key } from "@agent-treasury/provider";
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
   * Documents that it creates. They are not loaded: the command is reduced as if they did not exist, and
   * the commit is rejected if they do. Only an outcome that changes nothing is reduced again with them
   * loaded, because they may exist.
   */
  readonly creates?: readonly Key[];
  /**
   * Reduces the books to an outcome. `now` is in milliseconds since 1970 by the storage's clock, and never
   * before the newest commit to the workspace unless that clock was set back.
   */
  reduce(books: Books, now: number): Outcome<Answer>;
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

/**
 * What must be so before any command is decided: the day has rolled, what expired is recorded. Null
 * when there is nothing to do. Changes of a tip alone are derived again whenever they matter, and are
 * no reason for a commit.
 */
export type Housekeeping = (books: Books, now: number) => Changes | null;

/** Where a workspace stands before its first commit, at `now`. */
export type Opening = (workspaceId: string, now: number) => Tip;
