import { Micros } from "@agent-treasury/provider";

/** Of each list of a condition, whose names determine how many examples there are. */
export const maximumNames = 10;

export const cent: Micros = Micros.of(Micros.perCent);
export const tenTimes = (amount: Micros): Micros => Micros.multiply(amount, 10n);
export const aTenth = (amount: Micros): Micros => Micros.of(amount / 10n);
export const aCentMore = (amount: Micros): Micros => Micros.add(amount, cent);

/** At most a number of items, from all parts of the list. */
export function spreadOver<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const step = items.length / most;
  return Array.from({ length: most }, (_, index) => items[Math.floor(index * step)] as Item);
}
