/** A seeded source of random numbers. */
export interface Random {
  /** A whole number from 0 up to, and without, `bound`. */
  below(bound: number): number;
  /** True with this probability in percent. */
  chance(percent: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** 32 hexadecimal digits. */
  identifier(): string;
}

/** The generator mulberry32, small and fast. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number): number => next() % bound;
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (items) => items[below(items.length)] ?? items[0],
    identifier: () =>
      Array.from({ length: 4 }, () => next().toString(16).padStart(8, "0")).join(""),
  };
}
