import {
  TreasuryError,
  type Commit,
  type CommitOutcome,
  type CopiedPart,
  type DocPage,
  type DueDoc,
  type DuePlace,
  type EntryPage,
  type EntryRewrite,
  type LoadRequest,
  type Snapshot,
  type Storage,
  type View,
  type TurnLog,
} from "@agent-treasury/provider";
import {
  assertDistinctWorkspaces,
  checkOptions,
  type NamesOf,
  wholeClock,
} from "@agent-treasury/provider/helpers";
import { keptCommit } from "./kept-commit.ts";
import { MemoryTurnLog } from "./memory-turn-log.ts";
import { MemoryWorkspace } from "./memory-workspace.ts";
import { compare } from "./order.ts";

/** Options of the memory storage. */
export interface MemoryStorageOptions {
  /** The storage's clock. Defaults to `Date.now`. */
  readonly now?: () => number;
}

/** A storage in the memory of this process. */
export interface MemoryStorage extends Storage {
  readonly name: "memory";
  readonly turnLog: TurnLog;
}

const optionNames: NamesOf<MemoryStorageOptions> = { now: true };

/**
 * Creates a storage in the memory of this process, for tests and first steps. All data is lost when the process
 * exits. Returned objects are shared and frozen.
 *
 * @example
 * const storage = memoryStorage();
 * const [snapshot] = await storage.load([{ workspaceId: "acme", keys: [] }]);
 */
export function memoryStorage(options: MemoryStorageOptions = {}): MemoryStorage {
  checkOptions("memoryStorage", options, optionNames);
  return new StorageInProcess(wholeClock(options.now ?? Date.now));
}

class StorageInProcess implements MemoryStorage {
  readonly specificationVersion = "2";
  readonly name = "memory";
  readonly turnLog: TurnLog;
  readonly #now: () => number;
  readonly #workspaces: Map<string, MemoryWorkspace> = new Map();
  #closed = false;

  constructor(now: () => number) {
    this.#now = now;
    this.turnLog = new MemoryTurnLog({ now, arrive: () => this.#arrive() });
  }

  async load(requests: readonly LoadRequest[]): Promise<readonly Snapshot[]> {
    await this.#arrive();
    const now = this.#now();
    return requests.map(({ workspaceId, keys }) => this.#read(workspaceId).load(keys, now));
  }

  async commit(commits: readonly Commit[]): Promise<readonly CommitOutcome[]> {
    await this.#arrive();
    assertDistinctWorkspaces(commits);
    const now = this.#now();
    return commits.map((commit) => this.#commitOne(commit, now));
  }

  async exclusive(
    { workspaceId, keys }: LoadRequest,
    decide: (snapshot: Snapshot) => Commit | null,
  ): Promise<CommitOutcome | null> {
    await this.#arrive();
    const now = this.#now();
    const commit = decide(this.#read(workspaceId).load(keys, now));
    return commit && this.#commitOne(commit, now);
  }

  async view(workspaceId: string, docPage: DocPage, entryPage: EntryPage): Promise<View> {
    await this.#arrive();
    return this.#read(workspaceId).view(docPage, entryPage, this.#now());
  }

  async due(
    now: number,
    after: DuePlace | null,
    limit: number,
    kinds: readonly string[],
  ): Promise<readonly DueDoc[]> {
    await this.#arrive();
    const asked = new Set(kinds);
    const due = [...this.#workspaces].flatMap(([workspaceId, workspace]) =>
      workspace.due(now, asked).map((doc) => ({ workspaceId, doc })),
    );
    return due
      .filter((each) => after === null || comparePlaces(placeOf(each), after) > 0)
      .toSorted((left, right) => comparePlaces(placeOf(left), placeOf(right)))
      .slice(0, Math.max(0, limit));
  }

  async workspaces(after: string | null, limit: number): Promise<readonly string[]> {
    await this.#arrive();
    return pageOf(this.#workspaces.keys(), after, limit);
  }

  async workspacesWithOpen(
    after: string | null,
    limit: number,
    kinds: readonly string[],
  ): Promise<readonly string[]> {
    await this.#arrive();
    const asked = new Set(kinds);
    const open = [...this.#workspaces].filter(([, workspace]) => workspace.hasOpen(asked));
    return pageOf(
      open.map(([workspaceId]) => workspaceId),
      after,
      limit,
    );
  }

  async purge(now: number, limit: number): Promise<number> {
    await this.#arrive();
    let removed = 0;
    for (const workspace of this.#workspaces.values()) {
      removed += workspace.purge(now, limit - removed);
    }
    return removed;
  }

  async *copy(workspaceId: string): AsyncGenerator<CopiedPart> {
    await this.#arrive();
    for (const part of this.#read(workspaceId).copy()) {
      yield part;
      await this.#arrive();
    }
  }

  async rewriteEntries(workspaceId: string, rewrites: readonly EntryRewrite[]): Promise<number> {
    await this.#arrive();
    return this.#read(workspaceId).rewrite(rewrites);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  /** Yields as a database would, so that tests can find races. */
  async #arrive(): Promise<void> {
    if (this.#closed) throw new TreasuryError("storage_error", "The memory storage is closed.");
    await Promise.resolve();
  }

  #read(workspaceId: string): MemoryWorkspace {
    return this.#workspaces.get(workspaceId) ?? new MemoryWorkspace();
  }

  #commitOne(commit: Commit, now: number): CommitOutcome {
    const workspace = this.#read(commit.workspaceId);
    try {
      const kept = keptCommit(commit);
      const refusal = workspace.judge(kept, now);
      if (refusal !== null) return refusal;
      workspace.apply(kept, now);
    } catch (cause) {
      return { kind: "rejected", cause };
    }
    if (!workspace.isEmpty) this.#workspaces.set(commit.workspaceId, workspace);
    return { kind: "committed" };
  }
}

function pageOf(ids: Iterable<string>, after: string | null, limit: number): string[] {
  const rest = [...ids].filter((id) => after === null || id > after);
  return rest.toSorted(compare).slice(0, Math.max(0, limit));
}

function placeOf({ workspaceId, doc: { kind, id, dueAt } }: DueDoc): DuePlace {
  return { dueAt: dueAt ?? 0, workspaceId, kind, id };
}

function comparePlaces(left: DuePlace, right: DuePlace): number {
  return (
    compare(left.dueAt, right.dueAt) ||
    compare(left.workspaceId, right.workspaceId) ||
    compare(left.kind, right.kind) ||
    compare(left.id, right.id)
  );
}
