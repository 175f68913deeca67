/** A head that was saved earlier, outside of the database. */
export interface KeptHead {
  readonly sequence: bigint;
  /** The hash of the newest entry, or of the genesis of an empty epoch. */
  readonly hash: string;
}

export interface Flaw {
  readonly sequence: bigint | null;
  readonly problem: string;
}

/** Saved heads that a walk has not reached. */
export class KeptHeads {
  readonly #waiting: Map<bigint, Set<string>> = new Map();

  constructor(heads: readonly KeptHead[]) {
    for (const { sequence, hash } of heads) {
      const hashes = this.#waiting.get(sequence) ?? new Set();
      this.#waiting.set(sequence, hashes.add(hash));
    }
  }

  /** Several hashes may belong to a sequence, because each genesis adds one. */
  pass(sequence: bigint, hash: string): void {
    const hashes = this.#waiting.get(sequence);
    hashes?.delete(hash);
    if (hashes?.size === 0) this.#waiting.delete(sequence);
  }

  /** Null if all saved heads of the sequence were found. */
  leave(sequence: bigint): Flaw | null {
    if (!this.#waiting.has(sequence)) return null;
    const problem = `The chain was rewritten: entry ${sequence} does not match the saved head.`;
    return { sequence: sequence === 0n ? null : sequence, problem };
  }

  /** Null if all saved heads were found. */
  end(sequence: bigint): Flaw | null {
    const left = this.leave(sequence);
    if (left !== null || this.#waiting.size === 0) return left;
    const newest = [...this.#waiting.keys()].reduce((high, one) => (one > high ? one : high), 0n);
    const problem = `The chain ends at entry ${sequence}, but a head of entry ${newest} was saved. Later entries are missing, for example because an older backup was restored.`;
    return { sequence: sequence + 1n, problem };
  }
}
