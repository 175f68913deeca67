import { Writable } from "node:stream";
import { cutOutput } from "@agent-treasury/provider/helpers";

/** Takes all that a command prints, and keeps no more of it than a text needs. */
export class BoundedOutput extends Writable {
  readonly #maximumBytes: number;
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;

  constructor(maximumBytes: number) {
    super();
    this.#maximumBytes = maximumBytes;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    // One byte more than the bound, by which the cut is known.
    const part = chunk.subarray(0, this.#maximumBytes + 1 - this.#keptBytes);
    if (part.length > 0) this.#kept.push(Buffer.from(part));
    this.#keptBytes += part.length;
    done();
  }

  /** What was printed, with a mark where it was cut. */
  text(): string {
    return cutOutput(Buffer.concat(this.#kept), this.#maximumBytes);
  }
}
