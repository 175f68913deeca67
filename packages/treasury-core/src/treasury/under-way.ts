/** What has begun and not ended, so that a close can wait for it. */
export class UnderWay {
  #count = 0;
  #waiting: (() => void)[] = [];

  /** Follows it to its end, whichever it is. */
  async follow<Value>(promise: Promise<Value>): Promise<Value> {
    this.#count += 1;
    try {
      return await promise;
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  /** Resolves when nothing is under way, at once when nothing is. */
  ended(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
