import type { Doc, Entry } from "@agent-treasury/provider";

/** A document that a commit wrote. */
export interface WrittenDoc {
  /** As it was before the commit; null for one that the commit made. */
  readonly before: Doc | null;
  readonly after: Doc;
}

/** What a commit changed in one workspace, told once it is durable. */
export interface CommittedChange {
  readonly workspaceId: string;
  /** When it was decided, by the storage's clock: milliseconds since 1970. */
  readonly at: number;
  readonly epochBefore: number;
  readonly epoch: number;
  /** In the order of the ledger. */
  readonly entries: readonly Entry[];
  /** Those whose former state the commands knew; each once, also when several commands wrote it. */
  readonly docs: readonly WrittenDoc[];
}

/** Is told of every change after its commit. It must not throw. */
export type CommitListener = (change: CommittedChange) => void;
