import type { Doc, Entry, JsonObject } from "@agent-treasury/provider";

export interface WrittenDoc {
  /** Null if the commit created the document. */
  readonly before: Doc | null;
  readonly after: Doc;
}

export interface CommittedChange {
  readonly workspaceId: string;
  readonly at: number;
  readonly epochBefore: number;
  readonly epoch: number;
  readonly entries: readonly Entry[];
  /** Documents whose previous state was loaded or known to be absent. */
  readonly docs: readonly WrittenDoc[];
  /** In order. Empty if they are neither recorded nor reported. */
  readonly events: readonly JsonObject[];
  /** Ordinal of the commit's event record; null without one. */
  readonly recorded: number | null;
}

/** Called after the commit. Must not throw. */
export type CommitListener = (change: CommittedChange) => void;
