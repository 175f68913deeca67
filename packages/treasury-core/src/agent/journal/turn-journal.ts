import type { Clock, Json, TurnLog, TurnName } from "@agent-treasury/provider";
import type { JournalRecord } from "./journal-record.ts";
import { TurnLost } from "./turn-lost.ts";
import type { TurnMemory } from "./turn-memory.ts";

const recordsInAppend = 100;
const maximumAttempts = 5;
const firstPauseMs = 50;
/** How long a record may lie here while nothing needs it to be durable. */
const lingerMs = 10;

/** What keeping a journal needs. */
export interface JournalParts {
  readonly log: TurnLog;
  readonly turn: TurnName;
  /** Names this run of the turn, and no other. */
  readonly writer: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly clock: Clock;
  /** Whether anybody watches, who is to see each record as soon as it is durable. */
  readonly isWatched: () => boolean;
  /** Told of the newest record that is durable, and may be shown. */
  readonly onDurable: (sequence: number) => void;
  /** Told once, when the turn is lost to this run. */
  readonly onLost: (lost: TurnLost) => void;
}

/**
 * Writes a turn's records. What is noted is known to the memory at once, and leaves with the next
 * append: at the latest when something is done that rests on it, for `flush` waits for that.
 */
export class TurnJournal {
  readonly #parts: JournalParts;
  readonly #memory: TurnMemory;
  #pending: JournalRecord[] = [];
  /** Of the newest record that the log is known to have. */
  #durable: number;
  #sending: Promise<void> | null = null;
  #lost: TurnLost | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(parts: JournalParts, memory: TurnMemory) {
    this.#parts = parts;
    this.#memory = memory;
    this.#durable = memory.sequence;
  }

  note(record: JournalRecord): void {
    this.#memory.apply(record, this.#memory.sequence + 1);
    this.#pending.push(record);
    this.#timer ??= setTimeout(() => this.#sendNow(), lingerMs);
  }

  /** Sends what is pending while other things go on; whether it landed shows at the next `flush`. */
  sendSoon(): void {
    if (this.#parts.isWatched()) this.#sendNow();
  }

  /**
   * Resolves when everything noted so far is durable.
   *
   * @throws TurnLost when another run has written in its place, or the log cannot be reached.
   */
  async flush(): Promise<void> {
    while (this.#pending.length > 0 || this.#sending !== null) await this.#send();
    if (this.#lost !== null) throw this.#lost;
  }

  /** Lets go of what is pending: this run of the turn is over. */
  abandon(): void {
    this.#pending = [];
    this.#stopTimer();
  }

  #sendNow(): void {
    this.#send().catch(() => undefined);
  }

  #send(): Promise<void> {
    this.#stopTimer();
    if (this.#lost !== null) return Promise.reject(this.#lost);
    this.#sending ??= this.#sendPending().finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #sendPending(): Promise<void> {
    while (this.#pending.length > 0) {
      const bodies = this.#pending.slice(0, recordsInAppend);
      this.#pending = this.#pending.slice(recordsInAppend);
      await this.#append(bodies as unknown as readonly Json[]);
      this.#durable += bodies.length;
      this.#parts.onDurable(this.#durable);
    }
  }

  /** Sends the same records until somebody knows whether they landed. */
  async #append(bodies: readonly Json[]): Promise<void> {
    const { log, turn, writer, expiresAt, clock } = this.#parts;
    const records = { ...turn, writer, after: this.#durable, bodies, expiresAt };
    for (let attempt = 1; ; attempt += 1) {
      try {
        if ((await log.append(records)) === "appended") return;
      } catch (error) {
        if (attempt >= maximumAttempts)
          throw this.#lose(new TurnLost("The turn's records cannot be kept.", error));
        await clock.sleep(firstPauseMs * 2 ** attempt);
        continue;
      }
      throw this.#lose(new TurnLost("Somebody else runs the turn."));
    }
  }

  #lose(lost: TurnLost): TurnLost {
    this.#lost = lost;
    this.abandon();
    this.#parts.onLost(lost);
    return lost;
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
