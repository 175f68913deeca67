import { setImmediate as nextIteration } from "node:timers/promises";

/**
 * Runs each call in a separate iteration of the event loop, in order. SQLite calls are synchronous:
 * if all waiting calls ran in one iteration, new connections would wait for all of them.
 */
export class TurnsOfLoop {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves when it is this call's turn. */
  next(): Promise<unknown> {
    this.#last = this.#last.then(() => nextIteration());
    return this.#last;
  }
}
