import {
  type Commit,
  type CommitOutcome,
  type CopiedPart,
  type DueDoc,
  type DuePlace,
  type LoadRequest,
  type Snapshot,
  type Storage,
  TreasuryError,
  type TurnLog,
  isTreasuryError,
} from "@agent-treasury/provider";
import {
  StorageCalls,
  allMovedError,
  assertAppendable,
  assertDistinctWorkspaces,
  commitFlaw,
} from "@agent-treasury/provider/helpers";
import { byPlace } from "@agent-treasury/storage-sqlite/sql";
import { objectsMoves } from "./objects-moves.ts";
import { deploymentWorkspace, replicaNamed, replicaOf } from "./replicas.ts";
import { recordsSpread } from "./spread-rows.ts";
import type { Objects, WorkspaceCalls } from "./workspace-calls.ts";

/** The workspace of the object that a treasury runs in. */
export interface OwnWorkspace {
  readonly workspaceId: string;
  readonly calls: WorkspaceCalls;
}

export interface ObjectsStorageParts extends Objects {
  /** Null outside of a workspace's object. */
  readonly own: OwnWorkspace | null;
  /** The storage's clock, milliseconds since 1970. */
  now(): number;
}

/**
 * The storage of a treasury over the objects of workspaces. In the object of a workspace, listings
 * contain only that one, because each object does its own maintenance.
 */
export function objectsStorage(parts: ObjectsStorageParts): Storage {
  const { objectOf, index, own } = parts;
  const calls = new StorageCalls<null>({
    name: "Durable Objects",
    connect: () => Promise.resolve(null),
    disconnect: () => {},
    toError,
  });
  const at = (workspaceId: string): WorkspaceCalls =>
    workspaceId === own?.workspaceId ? own.calls : objectOf(workspaceId);
  const storage: Storage = {
    specificationVersion: "2",
    name: "durable-objects",
    recordsSpread,
    turnLog: turnLogOver(calls, at, own),
    load: (requests) =>
      calls.use(() => Promise.all(requests.map((request) => load(at, request, parts)))),
    commit: (commits) =>
      calls.use(() => {
        assertDistinctWorkspaces(commits);
        return Promise.all(commits.map((commit) => committed(at(commit.workspaceId), commit)));
      }),
    view: (workspaceId, docPage, entryPage) =>
      calls.use(() => at(workspaceId).view(workspaceId, docPage, entryPage)),
    due: (until, after, limit, kinds) =>
      calls.use(async () => {
        if (own !== null) return own.calls.due(until, after, limit, kinds);
        return dueAnywhere(parts, until, after, limit, kinds);
      }),
    workspaces: (after, limit) =>
      calls.use(async () => {
        if (own === null) return index.workspaces(after, limit);
        return limit > 0 && own.workspaceId > (after ?? "") ? [own.workspaceId] : [];
      }),
    purge: (until, limit) => calls.use(async () => own?.calls.purge(until, limit) ?? 0),
    copy: (workspaceId) => copied(calls, at(workspaceId), workspaceId),
    rewriteEntries: (workspaceId, rewrites) =>
      calls.use(() => at(workspaceId).rewriteEntries(workspaceId, rewrites)),
    close: () => calls.close(),
  };
  if (own !== null) return storage;
  return {
    ...storage,
    workspacesWithOpen: (after, limit, kinds) =>
      calls.use(() => index.workspacesWithOpen(after, limit, kinds)),
    moves: objectsMoves(parts),
    behind: (workspaceId) =>
      calls.use(async () =>
        workspaceId === deploymentWorkspace ? objectOf(workspaceId).behind() : [],
      ),
    check: () =>
      calls.use(async () => {
        const moved = await index.move("find", ["out", null]);
        if (moved?.stage === "moved") throw allMovedError();
      }),
  };
}

async function committed(object: WorkspaceCalls, commit: Commit): Promise<CommitOutcome> {
  // Before it is sent, because JSON has no NaN.
  const flaw = commitFlaw(commit);
  if (flaw !== null) return { kind: "rejected", cause: new Error(flaw) };
  try {
    const outcome = await object.commit(commit);
    if (outcome.kind !== "failed") return outcome;
    return { kind: "rejected", cause: new TreasuryError(outcome.code, outcome.message) };
  } catch (cause) {
    // The object may have committed before the call failed.
    return { kind: "unclear", cause };
  }
}

type At = (workspaceId: string) => WorkspaceCalls;

/** Reads the deployment's workspace from a replica, as each payment of each object compares it. */
async function load(
  at: At,
  request: LoadRequest,
  { objectOf, own, now }: ObjectsStorageParts,
): Promise<Snapshot> {
  const { workspaceId, keys } = request;
  const readsReplica =
    own !== null &&
    own.workspaceId !== deploymentWorkspace &&
    workspaceId === deploymentWorkspace &&
    keys.length === 0;
  if (!readsReplica) return at(workspaceId).load(request);
  const replica = await objectOf(replicaNamed(replicaOf(own.workspaceId))).readReplica();
  return { ...replica, storageNow: now() };
}

function turnLogOver(calls: StorageCalls<null>, at: At, own: OwnWorkspace | null): TurnLog {
  return {
    specificationVersion: "1",
    name: "durable-objects",
    append: (append) =>
      calls.use(async () => {
        assertAppendable(append);
        return at(append.workspaceId).appendTurn(append);
      }),
    read: (turn, after, limit) =>
      calls.use(() => at(turn.workspaceId).readTurn(turn, after, limit)),
    erase: (workspaceId, before) =>
      calls.use(() => at(workspaceId).eraseTurns(workspaceId, before)),
    purge: (until, limit) => calls.use(async () => own?.calls.purgeTurns(until, limit) ?? 0),
  };
}

async function* copied(
  calls: StorageCalls<null>,
  object: WorkspaceCalls,
  workspaceId: string,
): AsyncGenerator<CopiedPart, void, undefined> {
  let page = await calls.use(() => object.beginCopy(workspaceId));
  const { copyId } = page;
  try {
    for (;;) {
      yield* page.parts;
      const { next } = page;
      if (next === null) return;
      page = await calls.use(() => object.copyPage(copyId, next));
    }
  } finally {
    // Otherwise commits keep for it what they replace, for a minute.
    if (page.next !== null) await object.endCopy(copyId).catch(() => {});
  }
}

const workspacesAtOnce = 100;

/**
 * Due documents of all workspaces with an open document of these kinds, such as payments in flight.
 * Others are the matter of their own object.
 */
async function dueAnywhere(
  { index, objectOf }: ObjectsStorageParts,
  until: number,
  after: DuePlace | null,
  limit: number,
  kinds: readonly string[],
): Promise<readonly DueDoc[]> {
  const found: DueDoc[] = [];
  for (let last: string | null = null; ;) {
    const page = await index.workspacesWithOpen(last, workspacesAtOnce, kinds);
    const due = page.map((workspaceId) => objectOf(workspaceId).due(until, after, limit, kinds));
    found.push(...(await Promise.all(due)).flat());
    if (page.length < workspacesAtOnce) return found.toSorted(byPlace).slice(0, Math.max(0, limit));
    last = page.at(-1) ?? null;
  }
}

function toError(cause: unknown): TreasuryError {
  if (isTreasuryError(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new TreasuryError(
    "storage_error",
    `The Durable Object of a workspace did not answer: ${reason}`,
    { cause },
  );
}
