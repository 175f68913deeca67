/** Places are unique. */
export class SortedList<Item, Place> {
  readonly #items: Item[] = [];
  readonly #placeOf: (item: Item) => Place;
  readonly #compare: (left: Place, right: Place) => number;

  constructor(placeOf: (item: Item) => Place, compare: (left: Place, right: Place) => number) {
    this.#placeOf = placeOf;
    this.#compare = compare;
  }

  has(place: Place): boolean {
    return this.at(place) !== undefined;
  }

  at(place: Place): Item | undefined {
    const item = this.#items[this.#countBelow(place)];
    return item !== undefined && this.#compare(this.#placeOf(item), place) === 0 ? item : undefined;
  }

  /** Replaces the item at its place, if any. */
  set(item: Item): void {
    const place = this.#placeOf(item);
    const index = this.#countBelow(place);
    if (index === this.#items.length) this.#items.push(item);
    else this.#items.splice(index, this.has(place) ? 1 : 0, item);
  }

  delete(place: Place): void {
    if (this.has(place)) this.#items.splice(this.#countBelow(place), 1);
  }

  /** Returns items in ascending order. Null starts at the lowest place. */
  above(place: Place | null, limit: number): Item[] {
    const start = place === null ? 0 : this.#countBelow(place) + (this.has(place) ? 1 : 0);
    return this.#items.slice(start, start + limit);
  }

  /** Returns items in descending order. Null starts at the highest place. */
  below(place: Place | null, limit: number): Item[] {
    const end = place === null ? this.#items.length : this.#countBelow(place);
    return this.#items.slice(Math.max(0, end - limit), end).toReversed();
  }

  #countBelow(place: Place): number {
    const last = this.#items.at(-1);
    // Most items are appended.
    if (last === undefined || this.#compare(this.#placeOf(last), place) < 0) {
      return this.#items.length;
    }
    let low = 0;
    let high = this.#items.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const item = this.#items[middle];
      if (item !== undefined && this.#compare(this.#placeOf(item), place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
