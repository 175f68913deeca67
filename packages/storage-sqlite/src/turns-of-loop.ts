import { setImmediate as nextIteration } from "node:timers/promises";

/**
 * Gives each call an iteration of the event loop of its own, in the order of the calls. A call on SQLite
 * never pauses: were all that wait done in one iteration, new connections would wait for all of them.
 */
export class TurnsOfLoop {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves when it is this call's turn. */
  next(): Promise<unknown> {
    this.#last = this.#last.then(() => nextIteration());
    return this.#last;
  }
}
