import type { Letters } from "./letters.ts";

const space = " ";

/** The number of letters in a key of the index. */
const mostLetters = 4;
const lengths: readonly number[] = Array.from({ length: mostLetters }, (_, index) => index + 1);

const tableBits = 16;
/** Spreads keys over the table: 2 to the power of 32, divided by the golden ratio. */
const spread = 0x9e_37_79_b1;

export interface SoughtText {
  readonly text: string;
  /** Whether it counts only where a word begins. */
  readonly atWordStart: boolean;
}

interface Sought extends SoughtText {
  /** The number of its list. */
  readonly list: number;
}

/**
 * Finds which lists have a text that occurs in another text, in one pass. Spaces are skipped on
 * both sides.
 */
export class TermFinder {
  /** By key length, then by key. */
  readonly #sought: readonly Map<number, Sought[]>[] = lengths.map(() => new Map());
  /** For each spread key, the key lengths in use, as bits. */
  readonly #table = new Uint8Array(1 << tableBits);

  constructor(lists: readonly (readonly SoughtText[])[]) {
    lists.forEach((texts, list) => {
      for (const { text, atWordStart } of texts) {
        this.#add({ text: text.replaceAll(space, ""), list, atWordStart });
      }
    });
  }

  /**
   * Adds the numbers of the lists that occur, and returns the number of compared texts. With
   * `anyStart`, each letter may begin a word.
   */
  find(letters: Letters, found: Set<number>, anyStart = false): number {
    const { codes, length } = letters;
    const table = this.#table;
    let compared = 0;
    let key = 0;
    for (let index = 0; index < length; index += 1) {
      // 32 bits hold four letters of ASCII, and shift older ones out.
      key = (key << 8) ^ (codes[index] ?? 0);
      for (let count = Math.min(mostLetters, index + 1); count > 0; count -= 1) {
        const part = lastOf(key, count);
        if (((table[placeOf(part)] ?? 0) & (1 << count)) === 0) continue;
        const start = index + 1 - count;
        for (const sought of this.#sought[count - 1]?.get(part) ?? []) {
          if (sought.atWordStart && !anyStart && letters.starts[start] === 0) continue;
          compared += 1;
          if (occursAt(sought.text, letters, start)) found.add(sought.list);
        }
      }
    }
    return compared;
  }

  #add(sought: Sought): void {
    const { text } = sought;
    const count = Math.min(mostLetters, text.length);
    if (count === 0) return;
    let key = 0;
    for (let index = 0; index < count; index += 1) key = (key << 8) ^ text.charCodeAt(index);
    const part = lastOf(key, count);
    const place = placeOf(part);
    this.#table[place] = (this.#table[place] ?? 0) | (1 << count);
    const map = this.#sought[count - 1];
    const known = map?.get(part);
    if (known === undefined) map?.set(part, [sought]);
    else known.push(sought);
  }
}

/** The key of the last letters. */
function lastOf(key: number, count: number): number {
  return count === mostLetters ? key : key & ((1 << (8 * count)) - 1);
}

function placeOf(key: number): number {
  return Math.imul(key, spread) >>> (32 - tableBits);
}

/** Compares all letters, because non-ASCII letters may share a key. */
function occursAt(text: string, { codes, length }: Letters, start: number): boolean {
  if (start + text.length > length) return false;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    if (codes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
