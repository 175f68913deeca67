import { setImmediate as nextIteration } from "node:timers/promises";

/**
 * Runs each call in a separate iteration of the event loop. SQLite calls are synchronous, so new
 * connections would otherwise wait for all of them.
 */
export class TurnsOfLoop {
  #last: Promise<unknown> = Promise.resolve();

  next(): Promise<unknown> {
    this.#last = this.#last.then(() => nextIteration());
    return this.#last;
  }
}
