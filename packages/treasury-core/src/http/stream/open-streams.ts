import { TreasuryError } from "@agent-treasury/provider";
import type { ItemStream } from "./item-stream.ts";

/** An idle stream takes about 43 KiB (`bench stream-memory`), so all take about 85 MiB. */
export const maximumStreams = 2_000;

export class OpenStreams {
  readonly #open = new Set<ItemStream>();
  #opening = 0;
  #closed = false;

  /** @throws TreasuryError `service_busy` with `retry-after`, and errors of `make`. */
  async open(make: () => Promise<ItemStream>): Promise<ItemStream> {
    if (this.#open.size + this.#opening >= maximumStreams) {
      throw new TreasuryError("service_busy", `${maximumStreams} streams are already open.`, {
        headers: { "retry-after": "5" },
      });
    }
    this.#opening += 1;
    try {
      const stream = await make();
      this.#open.add(stream);
      void stream.ended.then(() => this.#open.delete(stream));
      // The client can reconnect elsewhere.
      if (this.#closed) stream.end();
      return stream;
    } finally {
      this.#opening -= 1;
    }
  }

  /** Ends all streams, including those that are opening. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = [...this.#open];
    for (const stream of open) stream.end();
    await Promise.all(open.map(({ ended }) => ended));
  }
}
