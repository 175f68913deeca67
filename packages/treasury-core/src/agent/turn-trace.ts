import type { AgentEvent } from "@agent-treasury/contract";
import type { Clock } from "../ports/clock.ts";
import { timestamp } from "../treasury/wire.ts";

type WithoutTime<Event> = Event extends AgentEvent ? Omit<Event, "at"> : never;

/** An event before the time of its happening is noted. */
export type HappenedEvent = WithoutTime<AgentEvent>;

/** The events of a turn, in the order in which they happened. */
export class TurnTrace {
  readonly events: AgentEvent[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(event: HappenedEvent): void {
    this.events.push({ ...event, at: timestamp(this.#clock.now()) });
  }
}
