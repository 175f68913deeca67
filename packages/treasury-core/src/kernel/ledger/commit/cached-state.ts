import type { Doc, Key } from "@agent-treasury/provider";
import type { LedgerHead } from "../ledger-state.ts";
import type { ClosedDocs } from "./closed-docs.ts";

/** Cached ledger state at one version. */
export interface CachedState {
  /** 0 before the first commit. */
  readonly version: bigint;
  readonly head: LedgerHead;
  readonly open: ReadonlyMap<string, Doc>;
  /** Documents to write with the first commit. */
  readonly opening: readonly Doc[];
  readonly openBytes: number;
  readonly closed: ClosedDocs;
}

export interface LookedUp {
  /** Whether all keys of the group were looked up. */
  readonly isComplete: boolean;
  readonly keys: readonly Key[];
  readonly found: readonly Doc[];
  readonly claimed: readonly Key[];
}
