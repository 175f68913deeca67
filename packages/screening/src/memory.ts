/** A bounded map that evicts its oldest value. */
export class Memory<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: Key, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (this.#values.size >= this.#most) {
      const [oldest] = this.#values.keys();
      this.#values.delete(oldest as Key);
    }
    this.#values.set(key, value);
    return value;
  }
}
