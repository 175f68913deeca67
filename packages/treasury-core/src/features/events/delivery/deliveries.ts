import type { Engine } from "../../../kernel/engine.ts";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import { removeCursor, replayParked } from "./cursor-commands.ts";
import { loadCursors } from "./cursor-walk.ts";
import { cursorWorkspaceId } from "./cursor-workspace.ts";
import { type Cursor, cursorKey, isStopped, type ParkedEntry, retriesOf } from "./cursor.ts";
import type { Deliverer } from "./deliverer.ts";
import type { Deliveries, DeliveryState, EventTarget, ParkedEvent } from "./event-consumer.ts";
import { newestIn } from "./event-records.ts";

/** Returns how a consumer looks at its own deliveries. */
export function deliveriesOf(
  { storage, committer }: Pick<Engine, "storage" | "committer">,
  deliverer: Deliverer,
  consumerId: string,
): Deliveries {
  const cursorsOf = (workspaceId: string) => cursorWorkspaceId(storage, consumerId, workspaceId);
  const newest = async (workspaceId: string): Promise<number> => {
    const [snapshot] = await storage.load([{ workspaceId, keys: [] }]);
    return newestIn(snapshot);
  };
  return {
    list: async (workspaceId, former) => {
      const consumer = deliverer.consumers.get(consumerId);
      if (consumer === undefined) return [];
      const until = await newest(workspaceId);
      const listed = await deliverer.targetsOf(consumer, workspaceId);
      const isListed = former === undefined || listed.some(({ id }) => id === former);
      const targets = isListed ? listed : [...listed, { id: former, kinds: null, since: until }];
      const known = await loadCursors(storage, consumerId, new Map([[workspaceId, targets]]));
      return targets.map((target) =>
        stateOf(target, known.get(cursorKey({ workspaceId, target: target.id }).id), until),
      );
    },
    replay: async (workspaceId, target, eventId) => {
      await committer.run(cursorsOf(workspaceId), replayParked({ workspaceId, target }, eventId));
      deliverer.deliver(consumerId, workspaceId, target, 0);
    },
    remove: async (workspaceId, target) => {
      await committer.run(cursorsOf(workspaceId), removeCursor({ workspaceId, target }));
    },
  };
}

function stateOf(
  { id: target, since }: EventTarget,
  cursor: Cursor | undefined,
  newest: number,
): DeliveryState {
  const waiting = Math.max(0, newest - (cursor?.ordinal ?? since));
  if (cursor === undefined) {
    return { target, waiting, isStopped: false, parked: [], recent: [], missed: 0 };
  }
  const firstOf = new Map(retriesOf(cursor).map((entry) => [entry.subject, entry]));
  return {
    target,
    waiting,
    isStopped: isStopped(cursor),
    parked: cursor.parked.map((entry) => parkedEvent(entry, firstOf)),
    recent: cursor.recent.map((entry) => ({ ...entry, at: timestamp(entry.at) })),
    missed: cursor.missed,
  };
}

/** An event that waits for an earlier one of its subject has the time of that one. */
function parkedEvent(
  { eventId, kind, subject, at, attempts, nextAt, failure, isGivenUp }: ParkedEntry,
  firstOf: ReadonlyMap<string | null, ParkedEntry>,
): ParkedEvent {
  const first = subject === null ? undefined : firstOf.get(subject);
  const nextAttemptAt = isGivenUp ? null : timestamp(Math.max(nextAt, first?.nextAt ?? 0));
  return { eventId, kind, at: timestamp(at), attempts, nextAttemptAt, failure };
}
