/** Lets a close wait for operations in flight. */
export class UnderWay {
  #count = 0;
  #waiting: (() => void)[] = [];

  async follow<Value>(promise: Promise<Value>): Promise<Value> {
    this.#count += 1;
    try {
      return await promise;
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }

  ended(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
