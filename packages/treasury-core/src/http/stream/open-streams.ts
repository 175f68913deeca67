import { TreasuryError } from "@agent-treasury/provider";
import type { ItemStream } from "./item-stream.ts";

/**
 * The maximum number of open streams in one process. An idle stream takes about 43 KiB of resident memory with
 * its connection (`bench stream-memory`), so all of them take about 85 MiB.
 */
export const maximumStreams = 2_000;

/** The streams that are open, so that their number is bounded and a close can end them. */
export class OpenStreams {
  readonly #open = new Set<ItemStream>();
  #opening = 0;
  #closed = false;

  /**
   * Opens one more.
   *
   * @throws TreasuryError `service_busy` with `retry-after` before anything is done, and what opening it
   *   throws.
   */
  async open(make: () => Promise<ItemStream>): Promise<ItemStream> {
    if (this.#open.size + this.#opening >= maximumStreams) {
      throw new TreasuryError("service_busy", `${maximumStreams} streams are open already.`, {
        headers: { "retry-after": "5" },
      });
    }
    this.#opening += 1;
    try {
      const stream = await make();
      this.#open.add(stream);
      void stream.ended.then(() => this.#open.delete(stream));
      // Its caller knows by now where to come back.
      if (this.#closed) stream.end();
      return stream;
    } finally {
      this.#opening -= 1;
    }
  }

  /** Ends every stream, and each that is still to come as soon as it began. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#open];
    for (const stream of open) stream.end();
    await Promise.all(open.map(({ ended }) => ended));
  }
}
