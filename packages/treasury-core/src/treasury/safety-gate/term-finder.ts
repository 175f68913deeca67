const space = 32;

/** A place in the automaton: what was read so far is the beginning of some term. */
interface Place {
  readonly next: Map<number, Place>;
  /** Where to go on when nothing follows: the longest end of what was read that begins a term too. */
  otherwise: Place | null;
  /** Numbers of the lists of which a term ends here. */
  readonly ends: Set<number>;
}

/**
 * Tells of many lists of terms at once which of them have a term that occurs in a text, by a single walk
 * along it (the automaton of Aho and Corasick). Spaces are read over, on both sides.
 */
export class TermFinder {
  readonly #start: Place = newPlace();

  constructor(lists: readonly (readonly string[])[]) {
    lists.forEach((terms, list) => {
      for (const term of terms) this.#add(term, list);
    });
    this.#connect();
  }

  /** Adds the numbers of the lists that occur in the text. */
  find(text: string, found: Set<number>): void {
    let place = this.#start;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === space) continue;
      place = step(place, code) ?? this.#start;
      for (const list of place.ends) found.add(list);
    }
  }

  #add(term: string, list: number): void {
    let place = this.#start;
    for (let index = 0; index < term.length; index += 1) {
      const code = term.charCodeAt(index);
      if (code === space) continue;
      const next = place.next.get(code) ?? newPlace();
      place.next.set(code, next);
      place = next;
    }
    place.ends.add(list);
  }

  /** From the start outwards, since each place goes on from one that is nearer to it. */
  #connect(): void {
    const waiting = [...this.#start.next.values()];
    for (const place of waiting) place.otherwise = this.#start;
    for (const place of waiting) {
      for (const [code, next] of place.next) {
        next.otherwise = (place.otherwise && step(place.otherwise, code)) ?? this.#start;
        for (const list of next.otherwise.ends) next.ends.add(list);
        waiting.push(next);
      }
    }
  }
}

function newPlace(): Place {
  return { next: new Map(), otherwise: null, ends: new Set() };
}

function step(from: Place, code: number): Place | undefined {
  for (let place: Place | null = from; place !== null; place = place.otherwise) {
    const next = place.next.get(code);
    if (next !== undefined) return next;
  }
  return undefined;
}
