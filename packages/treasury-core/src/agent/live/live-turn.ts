import type { TurnStreamItem } from "@agent-treasury/contract";
import type { TurnName } from "@agent-treasury/provider";
import type { ShownEvent, TurnMemory } from "../journal/turn-memory.ts";
import type { Prose } from "../read-answer.ts";
import { News } from "./news.ts";
import type { RunEnd } from "./run-end.ts";

/** Where somebody who watches has got to. */
export interface WatchedPlace {
  /** Of the last event that was given. */
  sequence: number;
  /** Index of the next event. */
  event: number;
  /** Which answer's text was given, and how much of it. */
  answer: number;
  piece: number;
  offset: number;
}

/** The next event of a place before index `end` that is durable; null when there is none. */
export function nextEvent(
  place: WatchedPlace,
  shown: readonly ShownEvent[],
  end: number,
  durable: number,
): TurnStreamItem | null {
  while (place.event < end) {
    const next = shown[place.event];
    if (next === undefined || next.sequence > durable) return null;
    place.event += 1;
    if (next.sequence <= place.sequence) continue;
    place.sequence = next.sequence;
    return { ...next.event, id: String(next.sequence) };
  }
  return null;
}

/**
 * A turn that runs in this process, as those who watch it see it. Whoever watches takes what is there
 * when it likes; nothing is queued for anybody, so one who stalls costs nothing and holds up nobody.
 */
export class LiveTurn {
  readonly turn: TurnName;
  readonly memory: TurnMemory;
  end: RunEnd | null = null;
  /** How many watch. */
  watchers = 0;
  #durable: number;
  #answer = 0;
  #pieces: string[] = [];
  /** Events that were made before the answer under way began. */
  #eventsBefore = 0;
  readonly #news: News = new News();
  readonly #rest: News = new News();

  constructor(turn: TurnName, memory: TurnMemory) {
    this.turn = turn;
    this.memory = memory;
    this.#durable = memory.sequence;
  }

  beginAnswer(): void {
    this.#pieces = [];
    this.#answer += 1;
    this.#eventsBefore = this.memory.shown.length;
  }

  say(prose: Prose): void {
    if (prose !== "none") this.#pieces.push(prose.text);
    else {
      this.#pieces = [""];
      this.#answer += 1;
    }
    this.#news.tell();
  }

  /** Records up to this one are durable, and may be seen. */
  show(sequence: number): void {
    this.#durable = sequence;
    this.#news.tell();
  }

  finish(end: RunEnd): void {
    this.end = end;
    this.#news.tell();
    this.#rest.tell();
  }

  /** Resolves when its run here has ended. Whoever waits for nothing else is not woken by each piece. */
  async ended(): Promise<void> {
    while (this.end === null) await this.#rest.next();
  }

  /** Resolves when there is more to see, or the signal aborts. */
  changed(signal: AbortSignal): Promise<void> {
    return this.#news.next(signal);
  }

  /** The text so far of the answer under way, if there is any. */
  textSoFar(place: WatchedPlace): TurnStreamItem | null {
    if (place.answer === this.#answer && place.piece === this.#pieces.length) return null;
    if (place.answer !== this.#answer) {
      if (this.#pieces.length === 0) return null;
      Object.assign(place, { answer: this.#answer, piece: 0, offset: 0 });
    }
    const text = this.#pieces.slice(place.piece).join("");
    const { offset } = place;
    place.piece = this.#pieces.length;
    place.offset += text.length;
    return { kind: "text", offset, text };
  }

  /** What there is to see next, null when it has seen everything that may be seen. */
  next(place: WatchedPlace): TurnStreamItem | null {
    const event = this.#nextEvent(place, this.#eventsBefore);
    if (event !== null) return event;
    // Text is not shown before what happened before it.
    if (place.event < this.#eventsBefore) return null;
    return this.textSoFar(place) ?? this.#nextEvent(place, this.memory.shown.length);
  }

  #nextEvent(place: WatchedPlace, end: number): TurnStreamItem | null {
    const { shown } = this.memory;
    return nextEvent(place, shown, end, this.#durable);
  }
}
