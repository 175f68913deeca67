/** Counts what runs in this process, in all and for each caller. */
export class CallerPermits {
  readonly #byCaller: Map<string, number> = new Map();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** 0 for the process itself, which has no share. */
  countOf(caller: string | null): number {
    return caller === null ? 0 : (this.#byCaller.get(caller) ?? 0);
  }

  /** Returns a function that returns the permit, once. */
  take(caller: string | null): () => void {
    this.#add(caller, 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#add(caller, -1);
      isTaken = false;
    };
  }

  #add(caller: string | null, change: 1 | -1): void {
    this.#count += change;
    if (caller === null) return;
    const count = this.countOf(caller) + change;
    if (count === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, count);
  }
}
