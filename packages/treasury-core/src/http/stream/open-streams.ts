import type { TreasuryError } from "@agent-treasury/provider";
import { retryLater } from "../../kernel/errors.ts";
import type { TurnCaller } from "../principal.ts";
import type { ItemStream } from "./item-stream.ts";

/** An idle stream takes about 43 KiB (`bench stream-memory`), so all take about 85 MiB. */
export const maximumStreams = 2_000;
/** Otherwise one person could leave no stream to those of other workspaces. */
export const maximumOfPerson: number = maximumStreams / 2;

export class OpenStreams {
  readonly #open = new Set<ItemStream>();
  /** Open and opening streams by person. */
  readonly #counts: Map<string, number> = new Map();
  #count = 0;
  #closed = false;

  /** @throws TreasuryError `service_busy` with `retry-after`, and errors of `make`. */
  async open(
    { id, isAnonymous }: TurnCaller,
    make: () => Promise<ItemStream>,
  ): Promise<ItemStream> {
    const person = isAnonymous ? null : id;
    if (this.#count >= maximumStreams) throw busy(`${maximumStreams} streams are already open.`);
    if (person !== null && this.#countOf(person) >= maximumOfPerson) {
      throw busy(`${maximumOfPerson} streams of this person are already open.`);
    }
    this.#add(person, 1);
    try {
      const stream = await make();
      this.#open.add(stream);
      void this.#leave(stream, person);
      // The client can reconnect elsewhere.
      if (this.#closed) stream.end();
      return stream;
    } catch (error) {
      this.#add(person, -1);
      throw error;
    }
  }

  async #leave(stream: ItemStream, person: string | null): Promise<void> {
    await stream.ended;
    this.#open.delete(stream);
    this.#add(person, -1);
  }

  #countOf(person: string): number {
    return this.#counts.get(person) ?? 0;
  }

  #add(person: string | null, change: 1 | -1): void {
    this.#count += change;
    if (person === null) return;
    const count = this.#countOf(person) + change;
    if (count === 0) this.#counts.delete(person);
    else this.#counts.set(person, count);
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
