import { Writable } from "node:stream";
import { cutOutput } from "@agent-treasury/provider/helpers";

/** Consumes all output of a command and buffers only the bound. */
export class BoundedOutput extends Writable {
  readonly #maximumBytes: number;
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;

  constructor(maximumBytes: number) {
    super();
    this.#maximumBytes = maximumBytes;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    // One byte beyond the bound detects the cut.
    const part = chunk.subarray(0, this.#maximumBytes + 1 - this.#keptBytes);
    if (part.length > 0) this.#kept.push(Buffer.from(part));
    this.#keptBytes += part.length;
    done();
  }

  text(): string {
    return cutOutput(Buffer.concat(this.#kept), this.#maximumBytes);
  }
}
