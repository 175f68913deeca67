import type { Storage } from "@agent-treasury/provider";
import {
  deploymentWorkspaceId,
  isInternal,
} from "../../../kernel/deployment/deployment-workspace.ts";
import { cursorFromDoc } from "./cursor-doc.ts";
import { cursorWorkspaceId } from "./cursor-workspace.ts";
import { type Cursor, cursorKey, isStopped } from "./cursor.ts";
import type { EventConsumer, EventTarget } from "./event-consumer.ts";
import { newestIn } from "./event-records.ts";
import { replacedAmong } from "./replaced-history.ts";

const workspacesInPass = 200;
const workspacesInLoad = 20;

export interface WalkedDeliveries {
  readonly consumers: ReadonlyMap<string, EventConsumer>;
  targetsOf(consumer: EventConsumer, workspaceId: string): Promise<readonly EventTarget[]>;
  deliver(consumerId: string, workspaceId: string, target: string, wanted: number): void;
}

/** Finds events of processes that exited between a commit and its delivery. */
export class CursorWalk {
  readonly #storage: Storage;
  readonly #deliveries: WalkedDeliveries;
  #after: string | null = null;

  constructor({ storage }: { readonly storage: Storage }, deliveries: WalkedDeliveries) {
    this.#storage = storage;
    this.#deliveries = deliveries;
  }

  /**
   * Compares the next workspaces with their cursors. Begins again after the last workspace.
   *
   * @throws the first error of a consumer's `targets`, after all workspaces of the pass.
   */
  async next(): Promise<void> {
    const failures: unknown[] = [];
    const page = await this.#storage.workspaces(this.#after, workspacesInPass);
    const walked = page.filter((id) => !isInternal(id) || id === deploymentWorkspaceId);
    for (let first = 0; first < walked.length; first += workspacesInLoad) {
      await this.#compare(walked.slice(first, first + workspacesInLoad), failures);
    }
    this.#after = page.length < workspacesInPass ? null : (page.at(-1) ?? null);
    if (failures.length > 0) throw failures[0];
  }

  async #compare(workspaceIds: readonly string[], failures: unknown[]): Promise<void> {
    const newest = await loadNewest(this.#storage, workspaceIds);
    for (const consumer of this.#deliveries.consumers.values()) {
      const targets = new Map<string, readonly EventTarget[]>();
      const list = async (workspaceId: string): Promise<void> => {
        try {
          targets.set(workspaceId, await this.#deliveries.targetsOf(consumer, workspaceId));
        } catch (error) {
          // Otherwise one failing workspace would stop the walk for all of them.
          failures.push(error);
        }
      };
      // At once, because each of them may time out.
      await Promise.all(workspaceIds.filter((id) => (newest.get(id) ?? 0) > 0).map(list));
      const cursors = await loadCursors(this.#storage, consumer.id, targets);
      // Behind the newest record, the delivery itself compares.
      const idle = [...cursors.values()].filter(
        ({ workspaceId, ordinal }) => ordinal >= (newest.get(workspaceId) ?? 0),
      );
      const replaced = await replacedAmong(this.#storage, idle);
      for (const [workspaceId, known] of targets) {
        for (const target of known) {
          const cursor = cursors.get(cursorKey({ workspaceId, target: target.id }).id);
          if (cursor !== undefined && isStopped(cursor)) continue;
          const isReplaced = cursor !== undefined && replaced.has(cursor);
          const wanted = isReplaced ? Number.MAX_SAFE_INTEGER : (newest.get(workspaceId) ?? 0);
          if (wanted <= (cursor?.ordinal ?? target.since)) continue;
          this.#deliveries.deliver(consumer.id, workspaceId, target.id, wanted);
        }
      }
    }
  }
}

async function loadNewest(
  storage: Storage,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const snapshots = await storage.load(
    workspaceIds.map((workspaceId) => ({ workspaceId, keys: [] })),
  );
  return new Map(workspaceIds.map((id, index) => [id, newestIn(snapshots[index])]));
}

/** Returns the cursors that exist, by their id, of the targets of some workspaces. */
export async function loadCursors(
  storage: Storage,
  consumerId: string,
  targets: ReadonlyMap<string, readonly EventTarget[]>,
): Promise<ReadonlyMap<string, Cursor>> {
  const requests = [...Map.groupBy(targets, ([id]) => cursorWorkspaceId(storage, consumerId, id))]
    .map(([workspaceId, own]) => ({
      workspaceId,
      keys: own.flatMap(([id, known]) =>
        known.map(({ id: target }) => cursorKey({ workspaceId: id, target })),
      ),
    }))
    .filter(({ keys }) => keys.length > 0);
  if (requests.length === 0) return new Map();
  const snapshots = await storage.load(requests);
  const found = snapshots.flatMap((snapshot) =>
    snapshot.found.flatMap((doc) => {
      const cursor = cursorFromDoc(doc);
      return cursor === null ? [] : [[doc.id, cursor] as const];
    }),
  );
  return new Map(found);
}
