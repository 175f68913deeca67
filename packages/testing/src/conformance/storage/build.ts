import {
  type Claim,
  type Commit,
  type CommitOutcome,
  type Doc,
  type DocPage,
  type Entry,
  type EntryPage,
  type Head,
  type Json,
  type Key,
  type Snapshot,
  type Storage,
  type View,
  randomIdentifiers,
  Micros,
} from "@agent-treasury/provider";

export function headOf(workspaceId: string, version: bigint, parts: Partial<Head> = {}): Head {
  return {
    workspaceId,
    version,
    epoch: 1,
    sequence: 0n,
    lastHash: "0".repeat(64),
    account: { total: version.toString() },
    ...parts,
  };
}

/** With its own id and a new head. */
export function commitOf(
  workspaceId: string,
  expectedVersion: bigint,
  parts: Partial<Commit> = {},
): Commit {
  return {
    id: randomIdentifiers.random(),
    workspaceId,
    expectedVersion,
    next: headOf(workspaceId, expectedVersion + 1n),
    entries: [],
    put: [],
    create: [],
    claim: [],
    ...parts,
  };
}

export function comparisonOf(workspaceId: string, expectedVersion: bigint): Commit {
  return commitOf(workspaceId, expectedVersion, { next: null });
}

export function entryOf(sequence: bigint, parts: Partial<Entry> = {}): Entry {
  return {
    epoch: 1,
    sequence,
    amount: Micros.of(1_500_000n),
    balance: Micros.of(sequence * 1_500_000n),
    previousHash: "a".repeat(64),
    hash: "b".repeat(64),
    body: { sequence: sequence.toString() },
    ...parts,
  };
}

/** Creates a closed, listed document. */
export function docOf(id: string, parts: Partial<Doc> = {}): Doc {
  return {
    kind: "proposal",
    id,
    epoch: 1,
    ordinal: 1n,
    open: false,
    dueAt: null,
    expiresAt: null,
    body: { id },
    ...parts,
  };
}

/** Creates a claim, by default without expiry. */
export function claimOf(id: string, expiresAt: number | null = null, kind = "deposit"): Claim {
  return { key: { kind, id }, expiresAt };
}

export async function send(storage: Storage, commit: Commit): Promise<CommitOutcome> {
  const [outcome] = await storage.commit([commit]);
  return outcome ?? { kind: "unclear", cause: new Error("There is no outcome.") };
}

/** Each must succeed. */
export async function land(storage: Storage, ...commits: readonly Commit[]): Promise<void> {
  for (const commit of commits) {
    const outcome = await send(storage, commit);
    if (outcome.kind !== "committed") {
      const cause = "cause" in outcome ? `: ${String(outcome.cause)}` : "";
      throw new Error(
        `The commit on ${commit.expectedVersion} has the outcome ${outcome.kind}${cause}`,
      );
    }
  }
}

export async function kindsOf(storage: Storage, commits: readonly Commit[]): Promise<string[]> {
  return (await storage.commit(commits)).map((outcome) => outcome.kind);
}

export async function loadOne(
  storage: Storage,
  workspaceId: string,
  keys: readonly Key[] = [],
): Promise<Snapshot> {
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  if (snapshot === undefined) throw new Error("There is no snapshot.");
  return snapshot;
}

/** Reads one page of documents and one of entries, by default all, newest first. */
export function viewOne(
  storage: Storage,
  workspaceId: string,
  docPage: Partial<DocPage> = {},
  entryPage: Partial<EntryPage> = {},
): Promise<View> {
  return storage.view(
    workspaceId,
    { kind: "proposal", before: null, limit: 1_000, ...docPage },
    { order: "newest", beyond: null, limit: 1_000, ...entryPage },
  );
}

/** Returns everything that a rejected commit must not change. */
export async function contentsOf(
  storage: Storage,
  workspaceId: string,
  keys: readonly Key[] = [],
): Promise<unknown> {
  const { head, open, found, claimed } = await loadOne(storage, workspaceId, keys);
  const { docs, entries } = await viewOne(storage, workspaceId);
  const due = await storage.due(Number.MAX_SAFE_INTEGER, null, 1_000, ["proposal"]);
  return { head, open, found, claimed, docs, entries, due };
}

export function idsOf(items: readonly { readonly id: string }[]): string[] {
  return items.map((item) => item.id);
}

export function largeBody(length: number): Json {
  return { text: "0123456789é€😀—".repeat(Math.ceil(length / 15)).slice(0, length - 2) + "ok" };
}

/** Fails after a hundred pages, in case a storage repeats pages. */
export async function allPages<Item>(
  pageAfter: (last: Item | undefined) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 0; page < 100; page += 1) {
    const next = await pageAfter(items.at(-1));
    if (next.length === 0) return items;
    items.push(...next);
  }
  throw new Error("The pages do not end.");
}
