/** Lets a close wait for operations in flight. */
export class UnderWay {
  #count = 0;
  #waiting: (() => void)[] = [];
  readonly #closing: AbortController = new AbortController();

  /** Aborts when closing begins. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  async follow<Value>(promise: Promise<Value>): Promise<Value> {
    this.#count += 1;
    try {
      return await promise;
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Waits for operations in flight, which the signal stops. */
  close(): Promise<void> {
    this.#closing.abort();
    return this.ended();
  }

  ended(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
