import type { Doc, Key } from "@agent-treasury/provider";
import { keyText } from "../key-text.ts";
import { bytesOf, LoadedDoc } from "../value-doc.ts";

const maximumBytes = 1_048_576;
const bytesOfAKey = 64;

/**
 * Closed documents that commands requested, at one version of the workspace. A repeated request
 * needs no load.
 */
export class ClosedDocs {
  /** Least recently used first. Null if the document does not exist. */
  readonly #docs: Map<string, Doc | null> = new Map();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Undefined if unknown. */
  get(text: string): Doc | null | undefined {
    return this.#docs.get(text);
  }

  /** Marks documents as recently used. Call it once per commit, because commands repeat requests. */
  use(texts: Iterable<string>): void {
    // The order matters only once space is short.
    if (this.#bytes < maximumBytes / 2) return;
    for (const text of texts) {
      const known = this.#docs.get(text);
      if (known === undefined) continue;
      this.#docs.delete(text);
      this.#docs.set(text, known);
    }
  }

  /** Adds the results of a lookup of `keys`. */
  learn(keys: readonly Key[], found: readonly Doc[]): void {
    for (const key of keys) this.#set(keyText(key), null);
    for (const doc of found) this.#replace(keyText(doc), new LoadedDoc(doc));
    this.#evict();
  }

  /**
   * Updates known documents after a commit, and adds those that it closed, because they are often read
   * next: a decided proposal, a turn that waits. Others are not added.
   */
  update(put: ReadonlyMap<string, Doc>, openBefore: ReadonlyMap<string, Doc>): void {
    for (const [text, doc] of put) {
      if (!doc.open && openBefore.has(text)) this.#set(text, doc);
      else this.#replace(text, doc);
    }
    this.#evict();
  }

  #replace(text: string, doc: Doc): void {
    if (this.#docs.has(text)) this.#set(text, doc);
  }

  #set(text: string, doc: Doc | null): void {
    this.#remove(text);
    this.#docs.set(text, doc);
    this.#bytes += sizeOf(doc);
  }

  #remove(text: string): void {
    const known = this.#docs.get(text);
    if (known === undefined) return;
    this.#docs.delete(text);
    this.#bytes -= sizeOf(known);
  }

  #evict(): void {
    for (const text of this.#docs.keys()) {
      if (this.#bytes <= maximumBytes) return;
      this.#remove(text);
    }
  }
}

function sizeOf(doc: Doc | null): number {
  return bytesOfAKey + (doc === null ? 0 : bytesOf(doc));
}
