import type { TreasuryError } from "@agent-treasury/provider";
import { CallerPermits } from "../../kernel/caller-permits.ts";
import { retryLater } from "../../kernel/errors.ts";
import type { TurnCaller } from "../principal.ts";
import type { ItemStream } from "./item-stream.ts";

/** An idle stream takes about 43 KiB (`bench stream-memory`), so all take about 85 MiB. */
export const maximumStreams = 2_000;
/** Otherwise one person could leave no stream to those of other workspaces. */
export const maximumOfPerson: number = maximumStreams / 2;

export class OpenStreams {
  readonly #open = new Set<ItemStream>();
  /** Of open and opening streams, by person. */
  readonly #permits: CallerPermits = new CallerPermits();
  #closed = false;

  /** @throws TreasuryError `service_busy` with `retry-after`, and errors of `make`. */
  async open(
    { id, isAnonymous }: TurnCaller,
    make: () => Promise<ItemStream>,
  ): Promise<ItemStream> {
    const person = isAnonymous ? null : id;
    if (this.#permits.count >= maximumStreams) {
      throw busy(`${maximumStreams} streams are already open.`);
    }
    if (this.#permits.countOf(person) >= maximumOfPerson) {
      throw busy(`${maximumOfPerson} streams of this person are already open.`);
    }
    const release = this.#permits.take(person);
    try {
      const stream = await make();
      this.#open.add(stream);
      void this.#leave(stream, release);
      // The client can reconnect elsewhere.
      if (this.#closed) stream.end();
      return stream;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #leave(stream: ItemStream, release: () => void): Promise<void> {
    await stream.ended;
    this.#open.delete(stream);
    release();
  }

  /** Ends all streams, including those that are opening. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#open];
    for (const stream of open) stream.end();
    await Promise.all(open.map(({ ended }) => ended));
  }
}

function busy(message: string): TreasuryError {
  return retryLater("service_busy", message, 5);
}
