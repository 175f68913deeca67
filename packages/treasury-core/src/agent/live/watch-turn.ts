import type { TurnStreamItem } from "@agent-treasury/contract";
import type { TurnName } from "../../ports/turn-log.ts";
import { TurnMemory } from "../journal/turn-memory.ts";
import { type FollowParts, followTurn } from "./follow-turn.ts";
import type { LiveTurn, WatchedPlace } from "./live-turn.ts";

/** Where a watch begins: after the event of this sequence. */
export function placeAfter(sequence: number): WatchedPlace {
  return { sequence, event: 0, answer: 0, piece: 0, offset: 0 };
}

/** The events and texts of a turn that runs here, until its run ends here. */
export async function* watchLive(
  live: LiveTurn,
  place: WatchedPlace,
  signal: AbortSignal,
): AsyncGenerator<TurnStreamItem> {
  live.watchers += 1;
  try {
    while (!signal.aborted) {
      const item = live.next(place);
      if (item !== null) yield item;
      else if (live.end !== null) return;
      else await live.changed(signal);
    }
  } finally {
    live.watchers -= 1;
  }
}

/** The events of a turn that another process runs, until it rests. The memory then says how. */
export async function* watchFollowed(
  parts: FollowParts,
  turn: TurnName,
  memory: TurnMemory,
  place: WatchedPlace,
  signal: AbortSignal,
): AsyncGenerator<TurnStreamItem> {
  for await (const { shown } of followTurn(parts, turn, memory, signal)) {
    for (const { sequence, event } of shown.slice(place.event)) {
      place.event += 1;
      if (sequence <= place.sequence) continue;
      place.sequence = sequence;
      yield { ...event, id: String(sequence) };
    }
  }
}
