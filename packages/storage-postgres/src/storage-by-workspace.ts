import {
  type Commit,
  type CommitOutcome,
  type DueDoc,
  type DuePlace,
  type LoadRequest,
  type Storage,
  type TurnLog,
  isTreasuryError,
} from "@agent-treasury/provider";
import { assertDistinctWorkspaces, throwFirst } from "@agent-treasury/provider/helpers";
import type { Decide } from "./exclusive.ts";
import { compare } from "./order.ts";

/**
 * Stores each workspace in one of several storages, by name. `choose` returns the name, also for
 * the workspaces of the service itself, which begin with `~`. It must always return the same one.
 * Records of a workspace in another storage are not listed.
 *
 * Listings, due documents and purges read from all storages. A load or commit of workspaces in
 * several storages rejects or is unclear if one of them fails.
 *
 * @example
 * const storage = storageByWorkspace((id) => (id.startsWith("eu-") ? "eu" : "us"), {
 *   eu: postgresStorage({ url: "postgres://app@eu.example.com/app" }),
 *   us: postgresStorage({ url: "postgres://app@us.example.com/app" }),
 * });
 */
export function storageByWorkspace<Name extends string>(
  choose: (workspaceId: string) => Name,
  storages: Readonly<Record<Name, Storage>>,
): Storage {
  const all = Object.entries<Storage>(storages);
  const storageOf = (workspaceId: string): Storage => {
    const name = choose(workspaceId);
    if (Object.hasOwn(storages, name)) return storages[name];
    throw new TypeError(`storageByWorkspace has no storage named ${name}.`);
  };
  const logs = all.flatMap(([, { turnLog }]) => turnLog ?? []);
  const isExclusive = all.every(([, storage]) => storage.exclusive !== undefined);
  const listsOpen = all.every(([, storage]) => storage.workspacesWithOpen !== undefined);
  return {
    specificationVersion: "2",
    name: "by-workspace",
    ...(logs.length === all.length && { turnLog: turnLogOf(storageOf, logs) }),
    load: (requests) => eachInItsStorage(storageOf, requests, (storage, own) => storage.load(own)),
    commit: (commits) => commitInEach(storageOf, commits),
    ...(isExclusive && {
      exclusive: async (request: LoadRequest, decide: Decide) =>
        (await storageOf(request.workspaceId).exclusive?.(request, decide)) ?? null,
    }),
    view: (workspaceId, docs, entries) => storageOf(workspaceId).view(workspaceId, docs, entries),
    due: (now, after, limit, kinds) =>
      merged<DueDoc, DuePlace>(all, after, limit, {
        page: (storage, place, size) => storage.due(now, place, size, kinds),
        isOwn: (storage, { workspaceId }) => storageOf(workspaceId) === storage,
        placeOf: duePlaceOf,
        order: (left, right) => comparePlaces(duePlaceOf(left), duePlaceOf(right)),
      }),
    workspaces: (after, limit) =>
      merged(all, after, limit, {
        ...idListing(storageOf),
        page: (storage, place, size) => storage.workspaces(place, size),
      }),
    ...(listsOpen && {
      workspacesWithOpen: (after: string | null, limit: number, kinds: readonly string[]) =>
        merged(all, after, limit, {
          ...idListing(storageOf),
          page: async (storage, place, size) =>
            (await storage.workspacesWithOpen?.(place, size, kinds)) ?? [],
        }),
    }),
    purge: (now, limit) => inTurn(all, limit, ([, storage], rest) => storage.purge(now, rest)),
    copy: (workspaceId) => storageOf(workspaceId).copy(workspaceId),
    rewriteEntries: (workspaceId, rewrites) =>
      storageOf(workspaceId).rewriteEntries(workspaceId, rewrites),
    check: () => checkAll(all.map(([, storage]) => storage)),
    close: async () => {
      const ends = await Promise.allSettled(all.map(async ([, storage]) => storage.close()));
      throwFirst(failuresOf(ends));
    },
  };
}

async function commitInEach(
  storageOf: (workspaceId: string) => Storage,
  commits: readonly Commit[],
): Promise<readonly CommitOutcome[]> {
  assertDistinctWorkspaces(commits);
  const failures: unknown[] = [];
  let mayHaveWritten = false;
  const outcomes = await eachInItsStorage(storageOf, commits, async (storage, own) => {
    try {
      const found = await storage.commit(own);
      mayHaveWritten ||= found.some(({ kind }) => kind === "committed" || kind === "unclear");
      return found;
    } catch (cause) {
      failures.push(cause);
      return own.map((): CommitOutcome => ({ kind: "unclear", cause }));
    }
  });
  if (failures.length > 0 && !mayHaveWritten) {
    // A `TreasuryError` states that nothing was written, also by the others.
    throw failures.find((failure) => !isTreasuryError(failure)) ?? failures[0];
  }
  return outcomes;
}

async function checkAll(storages: readonly Storage[]): Promise<void> {
  const checks = await Promise.allSettled(storages.map(async (storage) => storage.check?.()));
  const failures = failuresOf(checks);
  // While one database is moved, the workspaces of the others remain in use.
  const isInUse = failures.length < storages.length;
  throwFirst(failures.filter((one) => !isInUse || !isMoved(one)));
}

function failuresOf(ends: readonly PromiseSettledResult<unknown>[]): readonly unknown[] {
  return ends.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
}

function isMoved(error: unknown): boolean {
  return isTreasuryError(error) && error.code === "storage_moved";
}

/** Calls each storage once with its items, and returns the results in the order of the items. */
async function eachInItsStorage<Item extends { readonly workspaceId: string }, Result>(
  storageOf: (workspaceId: string) => Storage,
  items: readonly Item[],
  call: (storage: Storage, own: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const groups = Map.groupBy(items, ({ workspaceId }) => storageOf(workspaceId));
  const results = new Map<Item, Result>();
  await Promise.all(
    Array.from(groups, async ([storage, own]) => {
      const found = await call(storage, own);
      for (const [index, item] of own.entries()) results.set(item, found[index] as Result);
    }),
  );
  return items.map((item) => results.get(item) as Result);
}

interface Listing<Item, Place> {
  page(storage: Storage, after: Place | null, limit: number): Promise<readonly Item[]>;
  isOwn(storage: Storage, item: Item): boolean;
  placeOf(item: Item): Place;
  order(left: Item, right: Item): number;
}

function idListing(
  storageOf: (workspaceId: string) => Storage,
): Omit<Listing<string, string>, "page"> {
  return {
    isOwn: (storage, workspaceId) => storageOf(workspaceId) === storage,
    placeOf: (workspaceId) => workspaceId,
    order: compare,
  };
}

/** Holds at most two pages of each storage. A place in one listing is a place in all of them. */
async function merged<Item, Place>(
  all: readonly (readonly [string, Storage])[],
  after: Place | null,
  limit: number,
  { page, isOwn, placeOf, order }: Listing<Item, Place>,
): Promise<readonly Item[]> {
  const pages = await Promise.all(
    all.map(async ([, storage]) => {
      const own: Item[] = [];
      let place = after;
      for (;;) {
        const found = await page(storage, place, limit);
        own.push(...found.filter((item) => isOwn(storage, item)));
        const last = found.at(-1);
        if (own.length >= limit || found.length < limit || last === undefined) return own;
        place = placeOf(last);
      }
    }),
  );
  return pages.flat().toSorted(order).slice(0, Math.max(0, limit));
}

function turnLogOf(storageOf: (workspaceId: string) => Storage, logs: readonly TurnLog[]): TurnLog {
  const logOf = (workspaceId: string): TurnLog => storageOf(workspaceId).turnLog as TurnLog;
  return {
    specificationVersion: "1",
    name: "by-workspace",
    append: async (records) => logOf(records.workspaceId).append(records),
    read: async (turn, after, limit) => logOf(turn.workspaceId).read(turn, after, limit),
    erase: async (workspaceId, before) => logOf(workspaceId).erase(workspaceId, before),
    purge: (now, limit) => inTurn(logs, limit, (log, rest) => log.purge(now, rest)),
  };
}

/** A failing one does not prevent the others. */
async function inTurn<Part>(
  parts: readonly Part[],
  limit: number,
  remove: (part: Part, rest: number) => Promise<number>,
): Promise<number> {
  let removed = 0;
  const failures: unknown[] = [];
  for (const part of parts) {
    if (removed >= limit) break;
    try {
      removed += await remove(part, limit - removed);
    } catch (error) {
      failures.push(error);
    }
  }
  // At the limit, the caller calls again.
  if (removed < limit) throwFirst(failures);
  return removed;
}

function duePlaceOf({ workspaceId, doc }: DueDoc): DuePlace {
  return { dueAt: doc.dueAt ?? 0, workspaceId, kind: doc.kind, id: doc.id };
}

function comparePlaces(left: DuePlace, right: DuePlace): number {
  return (
    left.dueAt - right.dueAt ||
    compare(left.workspaceId, right.workspaceId) ||
    compare(left.kind, right.kind) ||
    compare(left.id, right.id)
  );
}
