import type { TreasuryState, TurnStreamItem } from "@agent-treasury/contract";
import type { TurnName, View } from "@agent-treasury/provider";
import { ChangeNotifier } from "../../../kernel/change-notifier.ts";
import type { ShownEvent, TurnState } from "../log/turn-state.ts";
import type { Prose } from "../read-answer.ts";
import type { RunEnd } from "../turn-settings.ts";

export interface StreamPosition {
  sequence: number;
  event: number;
  answer: number;
  piece: number;
  offset: number;
}

/** Returns the next durable event before index `end`. */
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

export function turnNameText({ workspaceId, turnId }: TurnName): string {
  return `${workspaceId}\n${turnId}`;
}

/** Streams are pull-based, so that a slow reader does not delay the turn. */
export class LiveTurn {
  readonly turn: TurnName;
  readonly state: TurnState;
  end: RunEnd | null = null;
  watchers = 0;
  /** The workspace before the first call with effects, for a result while the storage is down. */
  stateBefore: (() => TreasuryState) | null = null;
  /** The workspace as of the commit that released the turn. Null if it has to be read. */
  viewAfter: (() => View) | null = null;
  #durable: number;
  #answer = 0;
  #pieces: string[] = [];
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

  showUpTo(sequence: number): void {
    this.#durable = sequence;
    this.#changes.notify();
  }

  finish(end: RunEnd): void {
    this.end = end;
    this.#changes.notify();
    this.#ended.notify();
  }

  /** Unlike `changed`, does not resolve for each piece of text. */
  async ended(): Promise<void> {
    while (this.end === null) await this.#ended.next();
  }

  changed(signal: AbortSignal): Promise<void> {
    return this.#changes.next(signal);
  }

  next(position: StreamPosition): TurnStreamItem | null {
    const event = this.#nextEvent(position, this.#eventsBefore);
    if (event !== null) return event;
    // Text follows all events that precede it.
    if (position.event < this.#eventsBefore) return null;
    return this.#newText(position) ?? this.#nextEvent(position, this.state.shown.length);
  }

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
