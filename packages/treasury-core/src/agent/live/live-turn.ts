import type { TurnStreamItem } from "@agent-treasury/contract";
import type { TurnName } from "@agent-treasury/provider";
import type { ShownEvent, TurnState } from "../log/turn-state.ts";
import type { Prose } from "../read-answer.ts";
import type { RunEnd } from "../turn-settings.ts";
import { ChangeNotifier } from "./change-notifier.ts";

/** The position of a reader in a turn. */
export interface StreamPosition {
  /** The sequence of the last event that was read. */
  sequence: number;
  /** Index of the next event. */
  event: number;
  /** The answer whose text was read last, and how much of it was read. */
  answer: number;
  piece: number;
  offset: number;
}

/** Returns the next durable event before index `end`; null if there is none. Advances the position. */
export function nextEvent(
  position: StreamPosition,
  shown: readonly ShownEvent[],
  end: number,
  durable: number,
): TurnStreamItem | null {
  while (position.event < end) {
    const next = shown[position.event];
    if (next === undefined || next.sequence > durable) return null;
    position.event += 1;
    if (next.sequence <= position.sequence) continue;
    position.sequence = next.sequence;
    return { ...next.event, id: String(next.sequence) };
  }
  return null;
}

/** The name of a turn as one string, for maps. */
export function turnNameText({ workspaceId, turnId }: TurnName): string {
  return `${workspaceId}\n${turnId}`;
}

/**
 * A turn that runs in this process, as its streams read it. Streams are pull-based: no items are queued, so that a
 * slow reader costs nothing and does not delay the turn.
 */
export class LiveTurn {
  readonly turn: TurnName;
  readonly state: TurnState;
  end: RunEnd | null = null;
  /** The number of open streams. */
  watchers = 0;
  #durable: number;
  #answer = 0;
  #pieces: string[] = [];
  /** The number of events before the current answer began. */
  #eventsBefore = 0;
  readonly #changes: ChangeNotifier = new ChangeNotifier();
  readonly #ended: ChangeNotifier = new ChangeNotifier();

  constructor(turn: TurnName, state: TurnState) {
    this.turn = turn;
    this.state = state;
    this.#durable = state.sequence;
  }

  beginAnswer(): void {
    this.#pieces = [];
    this.#answer += 1;
    this.#eventsBefore = this.state.shown.length;
  }

  addProse(prose: Prose): void {
    if (prose !== "none") this.#pieces.push(prose.text);
    else {
      this.#pieces = [""];
      this.#answer += 1;
    }
    this.#changes.notify();
  }

  /** Makes the records up to this sequence visible, because they are durable. */
  showUpTo(sequence: number): void {
    this.#durable = sequence;
    this.#changes.notify();
  }

  finish(end: RunEnd): void {
    this.end = end;
    this.#changes.notify();
    this.#ended.notify();
  }

  /** Resolves when the run has ended. Unlike `changed`, it does not wake for each piece of text. */
  async ended(): Promise<void> {
    while (this.end === null) await this.#ended.next();
  }

  /** Resolves when there is more to read, or the signal aborts. */
  changed(signal: AbortSignal): Promise<void> {
    return this.#changes.next(signal);
  }

  /** Returns the next item; null if all visible items were read. */
  next(position: StreamPosition): TurnStreamItem | null {
    const event = this.#nextEvent(position, this.#eventsBefore);
    if (event !== null) return event;
    // Text is shown after all events that precede it.
    if (position.event < this.#eventsBefore) return null;
    return this.#newText(position) ?? this.#nextEvent(position, this.state.shown.length);
  }

  /** Returns the text of the current answer that was not read; null if there is none. */
  #newText(position: StreamPosition): TurnStreamItem | null {
    if (position.answer === this.#answer && position.piece === this.#pieces.length) return null;
    if (position.answer !== this.#answer) {
      if (this.#pieces.length === 0) return null;
      Object.assign(position, { answer: this.#answer, piece: 0, offset: 0 });
    }
    const text = this.#pieces.slice(position.piece).join("");
    const { offset } = position;
    position.piece = this.#pieces.length;
    position.offset += text.length;
    return { kind: "text", offset, text };
  }

  #nextEvent(position: StreamPosition, end: number): TurnStreamItem | null {
    const { shown } = this.state;
    return nextEvent(position, shown, end, this.#durable);
  }
}
