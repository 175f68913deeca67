import type { TurnStreamItem } from "@agent-treasury/contract";
import type { FollowedTurn } from "./followed-turns.ts";
import { type LiveTurn, type WatchedPlace, nextEvent } from "./live-turn.ts";

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

/** The events of a turn that another process runs, until it rests. Its memory then says how. */
export async function* watchFollowed(
  followed: FollowedTurn,
  place: WatchedPlace,
  signal: AbortSignal,
): AsyncGenerator<TurnStreamItem> {
  const { memory, news } = followed;
  while (!signal.aborted) {
    const item = nextEvent(place, memory.shown, memory.shown.length, memory.sequence);
    if (item !== null) yield item;
    else if (followed.end === null) await news.next(signal);
    else if (followed.end.error === null) return;
    else throw followed.end.error;
  }
}
