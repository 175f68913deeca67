import { createHash } from "node:crypto";
import type { Storage } from "@agent-treasury/provider";
import { byPlace } from "@agent-treasury/storage-sqlite/sql";
import { bundleWorker, type Miniflare, startWorker } from "workerd-for-tests";
import { calledObject } from "./object-calls.ts";
import { objectsStorage } from "./objects-storage.ts";
import type { IndexCalls, WorkspaceCalls } from "./workspace-calls.ts";

/** Of the operator whose digest `objects-worker.fixture.ts` has. */
export const adaToken = "operator-token-of-ada-for-tests-0123456789";

/** Bundles the Worker of `objects-worker.fixture.ts`. */
export function bundleObjects(): Promise<string> {
  return bundleWorker(new URL("objects-worker.fixture.ts", import.meta.url));
}

/** The SHA-256 of the token with which tests call objects as an administrator. */
const administrator = createHash("sha256").update(adaToken).digest("hex");

/** @param persistTo a folder for the objects; in memory by default. */
export function startObjects(
  script: string,
  alarms: "on" | "off" = "on",
  persistTo?: string,
): Promise<Miniflare> {
  return startWorker(script, {
    bindings: { ALARMS: alarms, ADMINISTRATOR: administrator },
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
  const send: Send = async (place, body) => {
    const address = `http://localhost/call?${new URLSearchParams({ ...place }).toString()}`;
    const answer = await miniflare.dispatchFetch(address, { method: "POST", body });
    if (answer.ok) return answer.text();
    throw new Error(await answer.text());
  };
  const object = (name: string): RemoteObject =>
    objectAt(send, { binding: "WORKSPACES", object: name });
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

interface Called {
  readonly binding: "WORKSPACES" | "INDEX";
  readonly object: string;
  /** The storage's clock. The system's by default. */
  readonly now?: string;
}

type Send = (place: Called, body: string) => Promise<string>;

/** An object of any class, with the methods of tests. */
export type RemoteObject = WorkspaceCalls &
  IndexCalls & {
    empty(): Promise<void>;
    restart(): Promise<void>;
    refuse(refuses: boolean): Promise<void>;
    alarmNow(): Promise<void>;
    fail(what: "treasury" | "replicas" | null): Promise<void>;
  };

function objectAt(send: Send, place: Called): RemoteObject {
  return calledObject((text) => send(place, text)) as RemoteObject;
}

function indexOver(send: Send): RemoteObject {
  return objectAt(send, { binding: "INDEX", object: "index" });
}

function storageAt(send: Send, { name, objects, now = Date.now }: Place): Storage {
  const objectOf = (workspaceId: string): WorkspaceCalls => {
    const object = `${name}/${workspaceId}`;
    const calls = objectAt(send, { binding: "WORKSPACES", object, now: `${now()}` });
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
