const space = " ";

/** Letters by which texts are told apart before they are compared. */
const mostLetters = 4;

/** A text that is looked for, and the number of its list. */
type Sought = readonly [text: string, list: number];

const none: readonly Sought[] = [];

/**
 * Tells of many lists of texts at once which of them have one that occurs in a text, by a single walk along
 * it. Spaces are read over, on both sides.
 */
export class TermFinder {
  /** By how many letters they are told apart, and by those letters. */
  readonly #sought = new Map<number, Map<number, Sought[]>>();

  constructor(lists: readonly (readonly string[])[]) {
    lists.forEach((texts, list) => {
      for (const text of texts) this.#add(text.replaceAll(space, ""), list);
    });
  }

  /** Adds the numbers of the lists that occur in the text. */
  find(text: string, found: Set<number>): void {
    const letters = text.replaceAll(space, "");
    for (const [length, sought] of this.#sought) {
      for (let from = 0; from + length <= letters.length; from += 1) {
        for (const [begun, list] of sought.get(keyOf(letters, from, length)) ?? none) {
          if (letters.startsWith(begun, from)) found.add(list);
        }
      }
    }
  }

  #add(text: string, list: number): void {
    const length = Math.min(mostLetters, text.length);
    const sought = this.#sought.get(length) ?? new Map<number, Sought[]>();
    const key = keyOf(text, 0, length);
    sought.set(key, [...(sought.get(key) ?? []), [text, list]]);
    this.#sought.set(length, sought);
  }
}

/** Letters as one small number. Others may have the same: what they begin is compared all the same. */
function keyOf(text: string, from: number, length: number): number {
  let key = 0;
  for (let index = from; index < from + length; index += 1) {
    key = ((key << 9) ^ text.charCodeAt(index)) & 0x3f_ff_ff_ff;
  }
  return key;
}
