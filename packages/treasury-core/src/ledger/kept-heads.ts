/** Where a workspace's chain stood once, kept where whoever owns the database cannot reach it. */
export interface KeptHead {
  readonly sequence: bigint;
  /** Of the newest entry then, or of the genesis of an epoch that had none. */
  readonly hash: string;
}

/** A fault, and the first entry that has it; null when it is in no entry. */
export interface Flaw {
  readonly sequence: bigint | null;
  readonly problem: string;
}

/** Heads that were kept, and that a walk has not come past yet. */
export class KeptHeads {
  readonly #waiting: Map<bigint, Set<string>> = new Map();

  constructor(heads: readonly KeptHead[]) {
    for (const { sequence, hash } of heads) {
      const hashes = this.#waiting.get(sequence) ?? new Set();
      this.#waiting.set(sequence, hashes.add(hash));
    }
  }

  /** The chain has this hash at this sequence; the genesis of each epoch that begins there is one more. */
  pass(sequence: bigint, hash: string): void {
    const hashes = this.#waiting.get(sequence);
    hashes?.delete(hash);
    if (hashes?.size === 0) this.#waiting.delete(sequence);
  }

  /** What is wrong when the walk leaves a sequence, null when nothing is. */
  leave(sequence: bigint): Flaw | null {
    if (!this.#waiting.has(sequence)) return null;
    const problem = `The chain was rewritten: at entry ${sequence} it is not the one whose head was kept.`;
    return { sequence: sequence === 0n ? null : sequence, problem };
  }

  /** What is wrong when the chain ends, null when nothing is. */
  end(sequence: bigint): Flaw | null {
    const left = this.leave(sequence);
    if (left !== null || this.#waiting.size === 0) return left;
    const newest = [...this.#waiting.keys()].reduce((high, one) => (one > high ? one : high), 0n);
    const problem = `The chain ends at entry ${sequence}, but a head of entry ${newest} was kept: what came after is gone, as when an older backup is restored.`;
    return { sequence: sequence + 1n, problem };
  }
}
