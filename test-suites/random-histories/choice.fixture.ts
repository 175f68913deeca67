/** The choices of a seeded history. */
export interface Choice {
  /** A whole number from 0 up to, and without, `bound`. */
  below(bound: number): number;
  /** True with this probability in percent. */
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Numbers of the generator mulberry32. */
export function choicesOf(seed: number): Choice {
  let state = seed >>> 0;
  const below = (bound: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
