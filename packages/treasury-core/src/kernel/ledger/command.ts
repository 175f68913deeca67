import type { Claim, Doc, Entry, Key } from "@agent-treasury/provider";
import type { LedgerState, LedgerHead } from "./ledger-state.ts";

/** Committed atomically. */
export interface Changes {
  readonly head: LedgerHead;
  readonly entries: readonly Entry[];
  readonly put: readonly Doc[];
  readonly claim: readonly Claim[];
}

export type Outcome<Answer> =
  | { readonly kind: "changed"; readonly answer: Answer; readonly changes: Changes }
  /** Already applied, or nothing to change. */
  | { readonly kind: "unchanged"; readonly answer: Answer };

/** A pure function of the ledger state and the time. It may run several times on newer states. */
export interface Command<Answer> {
  /** Used in traces and messages, for example `decide_proposal`. */
  readonly name: string;
  /** Documents to load even if they are closed. */
  readonly reads?: readonly Key[] | undefined;
  /**
   * Documents to create. To avoid a load, the command first runs as if they did not exist, and the
   * commit is rejected if they do. An outcome without changes runs again with them loaded.
   */
  readonly creates?: readonly Key[];
  /** Documents that it probably requests, so that one load has them. Called only before a load. */
  expects?(): readonly Key[];
  /**
   * `now` is storage time, and not before the newest commit unless that clock was set back.
   *
   * @throws TreasuryError to refuse it, which changes nothing.
   */
  reduce(ledger: LedgerState, now: number): Outcome<Answer>;
}

export function changesOn(ledger: LedgerState, changes: Partial<Changes>): Changes {
  return { head: ledger.head, entries: [], put: [], claim: [], ...changes };
}

export function changed<Answer>(
  ledger: LedgerState,
  answer: Answer,
  changes: Partial<Changes>,
): Outcome<Answer> {
  return { kind: "changed", answer, changes: changesOn(ledger, changes) };
}

export function unchanged<Answer>(answer: Answer): Outcome<Answer> {
  return { kind: "unchanged", answer };
}

/**
 * Changes that must precede every command. A changed head alone causes no commit, because it can be
 * derived again.
 */
export type Maintenance = (ledger: LedgerState, now: number) => Changes | null;

/** Returns a new workspace's head. */
export type Opening = (workspaceId: string, now: number) => LedgerHead;
