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

/** The texts that begin with one key. */
interface Place {
  readonly sought: Sought[];
  /** Adds the lists that were not read yet. */
  unread: (() => void)[];
}

/** The texts of a list, with its number. */
export type NumberedList = readonly [list: number, texts: readonly SoughtText[]];

/** Returns the first letters of a text, by which the index finds it. */
export function keyOf(text: string): string {
  return text.replaceAll(space, "").slice(0, mostLetters);
}

/**
 * Finds which lists have a text that occurs in another text, in one pass. Spaces are skipped on
 * both sides.
 */
export class TermFinder {
  /** By key length, then by key. */
  readonly #places: readonly Map<number, Place>[] = lengths.map(() => new Map());
  /** For each spread key, the key lengths in use, as bits. */
  readonly #table = new Uint8Array(1 << tableBits);
  /** The length of the shortest key. */
  #shortest = mostLetters;

  constructor(lists: readonly (readonly SoughtText[])[]) {
    lists.forEach((texts, list) => this.#add([list, texts]));
  }

  /** Adds lists when a text has one of their keys. `keys` are those of all their texts. */
  addLater(keys: readonly string[], read: () => readonly NumberedList[]): void {
    let isRead = false;
    const add = (): void => {
      if (isRead) return;
      isRead = true;
      for (const list of read()) this.#add(list);
    };
    for (const key of keys) this.#placeOf(key)?.unread.push(add);
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
      for (let count = Math.min(mostLetters, index + 1); count >= this.#shortest; count -= 1) {
        const part = lastOf(key, count);
        if (((table[spreadOf(part)] ?? 0) & (1 << count)) === 0) continue;
        const start = index + 1 - count;
        const place = this.#places[count - 1]?.get(part);
        if (place === undefined) continue;
        if (place.unread.length > 0) readAll(place);
        for (const sought of place.sought) {
          if (sought.atWordStart && !anyStart && letters.starts[start] === 0) continue;
          compared += 1;
          if (occursAt(sought.text, letters, start)) found.add(sought.list);
        }
      }
    }
    return compared;
  }

  #add([list, texts]: NumberedList): void {
    for (const { text, atWordStart } of texts) {
      const sought = { text: text.replaceAll(space, ""), list, atWordStart };
      this.#placeOf(keyOf(text))?.sought.push(sought);
    }
  }

  #placeOf(key: string): Place | undefined {
    const count = key.length;
    let part = 0;
    for (let index = 0; index < count; index += 1) part = (part << 8) ^ key.charCodeAt(index);
    part = lastOf(part, count);
    const map = this.#places[count - 1];
    const known = map?.get(part);
    if (known !== undefined) return known;
    if (map === undefined) return undefined;
    const place: Place = { sought: [], unread: [] };
    map.set(part, place);
    this.#shortest = Math.min(this.#shortest, count);
    const index = spreadOf(part);
    this.#table[index] = (this.#table[index] ?? 0) | (1 << count);
    return place;
  }
}

function readAll(place: Place): void {
  const { unread } = place;
  place.unread = [];
  for (const add of unread) add();
}

/** The key of the last letters. */
function lastOf(key: number, count: number): number {
  return count === mostLetters ? key : key & ((1 << (8 * count)) - 1);
}

function spreadOf(key: number): number {
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
