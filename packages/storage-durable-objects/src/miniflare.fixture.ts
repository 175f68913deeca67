import type { Storage } from "@agent-treasury/provider";
import { byPlace } from "@agent-treasury/storage-sqlite/sql";
import { bundleWorker, type Miniflare, startWorker } from "workerd-for-tests";
import { objectsStorage } from "./objects-storage.ts";
import { type RemoteObject, remoteObject } from "./remote-calls.fixture.ts";
import type { WorkspaceCalls } from "./workspace-calls.ts";

/** Of the operator whose digest `objects-worker.fixture.ts` has. */
export const adaToken = "operator-token-of-ada-for-tests-0123456789";

/** Bundles the Worker of `objects-worker.fixture.ts`. */
export function bundleObjects(): Promise<string> {
  return bundleWorker(new URL("objects-worker.fixture.ts", import.meta.url));
}

/** @param persistTo a folder for the objects; in memory by default. */
export function startObjects(
  script: string,
  alarms: "on" | "off" = "on",
  persistTo?: string,
): Promise<Miniflare> {
  return startWorker(script, {
    bindings: { ALARMS: alarms },
    durableObjects: {
      WORKSPACES: { className: "TreasuryWorkspace", useSQLite: true },
      INDEX: { className: "TreasuryIndex", useSQLite: true },
    },
    ...(persistTo !== undefined && { durableObjectsPersist: persistTo }),
  });
}

export interface TestWorker {
  readonly miniflare: Miniflare;
  /** A new storage in this process over the Worker's objects. The index is shared. */
  storage(now?: () => number): Storage;
  /** The storage of a treasury that runs in the object of this workspace, with the Worker's names. */
  storageOf(workspaceId: string): Storage;
  /** The storage of a treasury that runs in no workspace's object. */
  elsewhere(): Storage;
  /** An object by the Worker's name. */
  object(workspaceId: string): RemoteObject;
  readonly index: RemoteObject;
  /** Another storage with the same records. */
  beside(storage: Storage): Storage;
  /** A new storage, after the index was emptied. */
  emptyStorage(): Promise<Storage>;
  stop(): Promise<void>;
}

interface Place {
  readonly name: string;
  readonly objects: Map<string, WorkspaceCalls>;
  readonly now: (() => number) | undefined;
}

/** Starts the Worker of `objects-worker.fixture.ts`, without alarms. */
export async function startTestWorker(): Promise<TestWorker> {
  const miniflare = await startObjects(await bundleObjects(), "off");
  const places = new WeakMap<Storage, Place>();
  let opened = 0;
  const send: Send = async (body) => {
    const answer = await miniflare.dispatchFetch("http://localhost/call", { method: "POST", body });
    return answer.text();
  };
  const object = (name: string): RemoteObject =>
    remoteObject(send, { binding: "WORKSPACES", object: name, now: null });
  const at = (place: Place): Storage => {
    const storage = storageAt(send, place);
    places.set(storage, place);
    return storage;
  };
  const newStorage = (now?: () => number): Storage => {
    opened += 1;
    return at({ name: `${opened}`, objects: new Map(), now });
  };
  return {
    miniflare,
    storage: newStorage,
    index: indexOver(send),
    object,
    elsewhere: () =>
      objectsStorage({ objectOf: object, index: indexOver(send), own: null, now: Date.now }),
    storageOf: (workspaceId) =>
      objectsStorage({
        objectOf: object,
        index: indexOver(send),
        own: { workspaceId, calls: object(workspaceId) },
        now: Date.now,
      }),
    beside: (storage) =>
      at(places.get(storage) ?? { name: "0", objects: new Map(), now: undefined }),
    emptyStorage: async () => {
      // The call fails, because it ends the object.
      await indexOver(send)
        .empty()
        .catch(() => {});
      return newStorage();
    },
    stop: () => miniflare.dispose(),
  };
}

type Send = (body: string) => Promise<string>;

function indexOver(send: Send): RemoteObject {
  return remoteObject(send, { binding: "INDEX", object: "index", now: null });
}

function storageAt(send: Send, { name, objects, now = Date.now }: Place): Storage {
  const objectOf = (workspaceId: string): WorkspaceCalls => {
    const object = `${name}/${workspaceId}`;
    const calls = remoteObject(send, { binding: "WORKSPACES", object, now: now() });
    objects.set(object, calls);
    return calls;
  };
  const storage = objectsStorage({
    objectOf,
    index: indexOver(send),
    own: null,
    now,
  });
  const { turnLog } = storage;
  // Each object does these for itself.
  return {
    ...storage,
    ...(turnLog && {
      turnLog: {
        ...turnLog,
        purge: async (until, limit) =>
          (await turnLog.purge(until, limit)) +
          (await sumOf(objects, limit, (object, rest) => object.purgeTurns(until, rest))),
      },
    }),
    due: async (until, after, limit, kinds) => {
      await storage.due(until, after, 0, kinds);
      const others = [...objects.values()].map((object) => object.due(until, after, limit, kinds));
      const pages = await Promise.all(others);
      return pages.flat().toSorted(byPlace).slice(0, limit);
    },
    purge: async (until, limit) =>
      (await storage.purge(until, limit)) +
      (await sumOf(objects, limit, (object, rest) => object.purge(until, rest))),
  };
}

async function sumOf(
  objects: ReadonlyMap<string, WorkspaceCalls>,
  limit: number,
  removed: (object: WorkspaceCalls, rest: number) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const object of objects.values()) sum += await removed(object, limit - sum);
  return sum;
}
