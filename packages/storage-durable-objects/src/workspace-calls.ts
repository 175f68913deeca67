import type {
  Commit,
  CommitOutcome,
  DocPage,
  DueDoc,
  DuePlace,
  EntryPage,
  EntryRewrite,
  Json,
  LoadRequest,
  MoveDirection,
  MoveState,
  Snapshot,
  StorageMoves,
  TreasuryError,
  TurnAppend,
  TurnLog,
  TurnName,
  TurnRecord,
  View,
} from "@agent-treasury/provider";
import type { CopyPlace } from "@agent-treasury/storage-sqlite/sql";
import type { CopiedPage } from "./open-copies.ts";

/** The platform drops the code of an error, so that a failure is an answer. */
export interface CommitFailure {
  readonly kind: "failed";
  readonly code: TreasuryError["code"];
  readonly message: string;
}

/** The stages of the moves of all workspaces. */
export type Stages = Readonly<Record<MoveDirection, MoveState | null>>;

/** What a method of `StorageMoves` resolves with. */
export type MoveAnswer<Name extends keyof StorageMoves> = Awaited<ReturnType<StorageMoves[Name]>>;

/** The calls of a workspace's object, from other objects and from Workers. */
export interface WorkspaceCalls {
  load(request: LoadRequest): Promise<Snapshot>;
  commit(commit: Commit): Promise<CommitOutcome | CommitFailure>;
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
  /** Moves this workspace, alone or with all others. */
  move<Name extends keyof StorageMoves>(
    workspaceId: string,
    name: Name,
    values: Parameters<StorageMoves[Name]>,
  ): Promise<MoveAnswer<Name>>;
  /** Takes over the stages of the moves of all workspaces from the index. */
  adopt(workspaceId: string): Promise<void>;
  /** Writes replicas without the newest commit, and returns those that could not be written. */
  behind(): Promise<readonly string[]>;
  /**
   * Replaces what this object, as a replica, knows of the deployment's workspace, unless that is
   * newer. Versions of a workspace that is moved here do not continue those before.
   */
  keepReplica(snapshot: Snapshot, isMoved: boolean): Promise<void>;
  /** What this object, as a replica, knows of the deployment's workspace. */
  readReplica(): Promise<Snapshot>;
}

/** Whether a report was entered, and the highest number of a report of its workspace. */
export interface Reported {
  readonly isEntered: boolean;
  readonly newest: number;
  readonly stages: Stages;
}

/** The objects of a deployment, from any place. */
export interface Objects {
  objectOf(workspaceId: string): WorkspaceCalls;
  readonly index: IndexCalls;
}

/** The calls of the index of all workspaces. */
export interface IndexCalls {
  /**
   * Enters a workspace, with the kinds of its open documents. Null removes it. Ignores a report
   * whose number is not higher than those before.
   */
  report(
    workspaceId: string,
    number: number,
    openKinds: readonly string[] | null,
  ): Promise<Reported>;
  /** The record of the moves of all workspaces. The rows are in their objects. */
  move<Name extends keyof StorageMoves>(
    name: Name,
    values: Parameters<StorageMoves[Name]>,
  ): Promise<MoveAnswer<Name>>;
  /** The number of a new attempt of a step of the move into all objects. Null if it is not the next. */
  beginWrite(moveId: string, step: number): Promise<number | null>;
  /** Completes a step. Returns false if another mover attempted it since. */
  endWrite(moveId: string, step: number, attempt: number, progress: Json): Promise<boolean>;
  workspaces(after: string | null, limit: number): Promise<readonly string[]>;
  workspacesWithOpen(
    after: string | null,
    limit: number,
    kinds: readonly string[],
  ): Promise<readonly string[]>;
}
