import type {
  Commit,
  CommitOutcome,
  DocPage,
  DueDoc,
  DuePlace,
  EntryPage,
  EntryRewrite,
  LoadRequest,
  Snapshot,
  TurnAppend,
  TurnLog,
  TurnName,
  TurnRecord,
  View,
} from "@agent-treasury/provider";
import type { CopyPlace } from "@agent-treasury/storage-sqlite/sql";
import type { CopiedPage } from "./open-copies.ts";

/** The calls of a workspace's object, from other objects and from Workers. */
export interface WorkspaceCalls {
  load(request: LoadRequest): Promise<Snapshot>;
  commit(commit: Commit): Promise<CommitOutcome>;
  view(workspaceId: string, docPage: DocPage, entryPage: EntryPage): Promise<View>;
  due(
    until: number,
    after: DuePlace | null,
    limit: number,
    kinds: readonly string[],
  ): Promise<readonly DueDoc[]>;
  purge(until: number, limit: number): Promise<number>;
  purgeTurns(until: number, limit: number): Promise<number>;
  beginCopy(workspaceId: string): Promise<CopiedPage>;
  endCopy(copyId: string): Promise<void>;
  copyPage(copyId: string, place: CopyPlace): Promise<CopiedPage>;
  rewriteEntries(workspaceId: string, rewrites: readonly EntryRewrite[]): Promise<number>;
  appendTurn(append: TurnAppend): ReturnType<TurnLog["append"]>;
  readTurn(turn: TurnName, after: number, limit: number): Promise<readonly TurnRecord[]>;
  eraseTurns(workspaceId: string, before: number): Promise<number>;
  /** Replaces what this object, as a replica, knows of the deployment's workspace. */
  keepReplica(snapshot: Snapshot): Promise<void>;
  /** What this object, as a replica, knows of the deployment's workspace. */
  readReplica(): Promise<Snapshot>;
}

/** Whether a report was entered, and the highest number of a report of its workspace. */
export interface Reported {
  readonly isEntered: boolean;
  readonly newest: number;
}

/** The calls of the index of all workspaces. */
export interface IndexCalls {
  /**
   * Enters a workspace, with the kinds of its open documents. Ignores a report whose number is not
   * higher than those before.
   */
  report(workspaceId: string, number: number, openKinds: readonly string[]): Promise<Reported>;
  workspaces(after: string | null, limit: number): Promise<readonly string[]>;
  workspacesWithOpen(
    after: string | null,
    limit: number,
    kinds: readonly string[],
  ): Promise<readonly string[]>;
}
