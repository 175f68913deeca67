import type { Output } from "./output.ts";

const toldEveryMs = 200;

/** Counts what a long command went through, and tells it now and then on a terminal. */
export class Progress {
  readonly #output: Output;
  readonly #verb: string;
  #workspaces = 0;
  #records = 0;
  #toldAt = 0;

  constructor(output: Output, verb: string) {
    this.#output = output;
    this.#verb = verb;
  }

  get workspaces(): number {
    return this.#workspaces;
  }

  get records(): number {
    return this.#records;
  }

  /** Passes items on, and counts them as records of one workspace. */
  async *count<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    for await (const item of items) {
      this.#records += 1;
      if (this.#records % 500 === 0) this.#tell();
      yield item;
    }
    this.#workspaces += 1;
  }

  end(): void {
    this.#output.progress("");
  }

  #tell(): void {
    const now = Date.now();
    if (now - this.#toldAt < toldEveryMs) return;
    this.#toldAt = now;
    const { workspaces, records } = this;
    this.#output.progress(`${this.#verb} ${records} records; ${workspaces} workspaces are done.`);
  }
}
