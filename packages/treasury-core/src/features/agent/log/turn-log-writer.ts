import type { Clock, Json, TurnLog, TurnName } from "@agent-treasury/provider";
import { toStored } from "@agent-treasury/provider/helpers";
import type { TurnRecord } from "./turn-record.ts";
import type { TurnState } from "./turn-state.ts";

const recordsInAppend = 100;
const maximumAttempts = 5;
/** As long as a lease. By then, another process may run the turn. */
const longestMs = 15_000;
const firstPauseMs = 50;
/** The time that a record may stay in memory before it is sent. */
const lingerMs = 10;

/** Another run has acquired the turn, or its log cannot be written. The run must stop. */
export class LeaseLost extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "LeaseLost";
  }
}

export function isLeaseLost(error: unknown): error is LeaseLost {
  return error instanceof LeaseLost;
}

export interface TurnLogWriterOptions {
  readonly log: TurnLog;
  readonly turn: TurnName;
  readonly writer: string;
  readonly expiresAt: number;
  readonly clock: Clock;
  readonly isWatched: () => boolean;
  readonly onDurable: (sequence: number) => void;
  readonly onLost: (lost: LeaseLost) => void;
}

/** Records apply to the state at once, and are sent with the next append. */
export class TurnLogWriter {
  readonly #options: TurnLogWriterOptions;
  readonly #state: TurnState;
  #pending: TurnRecord[] = [];
  #durable: number;
  #sending: Promise<void> | null = null;
  #lost: LeaseLost | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: TurnLogWriterOptions, state: TurnState) {
    this.#options = options;
    this.#state = state;
    this.#durable = state.sequence;
  }

  add(record: TurnRecord): void {
    this.#state.apply(record, this.#state.sequence + 1);
    this.#pending.push(record);
    this.#timer ??= setTimeout(() => this.#sendNow(), lingerMs);
  }

  /** Sends pending records if a client streams the turn. `flush` reports the errors. */
  sendSoon(): void {
    if (this.#options.isWatched()) this.#sendNow();
  }

  /** @throws LeaseLost */
  async flush(): Promise<void> {
    while (this.#pending.length > 0 || this.#sending !== null) await this.#send();
    if (this.#lost !== null) throw this.#lost;
  }

  discard(): void {
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
      await this.#append(toStored(bodies));
      this.#durable += bodies.length;
      this.#options.onDurable(this.#durable);
    }
  }

  async #append(bodies: readonly Json[]): Promise<void> {
    const { log, turn, writer, expiresAt, clock } = this.#options;
    const records = { ...turn, writer, after: this.#durable, bodies, expiresAt };
    const begun = clock.monotonic();
    for (let attempt = 1; ; attempt += 1) {
      try {
        if ((await log.append(records)) === "appended") return;
      } catch (error) {
        if (attempt >= maximumAttempts || clock.monotonic() - begun >= longestMs)
          throw this.#lose(new LeaseLost("The turn's records cannot be persisted.", error));
        await clock.sleep(firstPauseMs * 2 ** attempt);
        continue;
      }
      throw this.#lose(new LeaseLost("Another process runs the turn."));
    }
  }

  #lose(lost: LeaseLost): LeaseLost {
    this.#lost = lost;
    this.discard();
    this.#options.onLost(lost);
    return lost;
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
