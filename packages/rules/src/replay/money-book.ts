import { Micros } from "@agent-treasury/provider";

/** Money that spends moved in one epoch, in fact or under other rules. */
export interface MoneyBook {
  spent: Micros;
  held: Micros;
  day: string;
  spentToday: Micros;
  automaticToday: Micros;
  automaticHeld: Micros;
}

export function openBook(): MoneyBook {
  const none = Micros.zero;
  return {
    spent: none,
    held: none,
    day: "",
    spentToday: none,
    automaticToday: none,
    automaticHeld: none,
  };
}

/** The day never moves back, as in the ledger. */
export function rollTo(book: MoneyBook, day: string): void {
  if (day <= book.day) return;
  book.day = day;
  book.spentToday = Micros.zero;
  book.automaticToday = Micros.zero;
}

export function holdIn(book: MoneyBook, amount: Micros, isAutomatic: boolean): void {
  book.held = Micros.add(book.held, amount);
  if (isAutomatic) book.automaticHeld = Micros.add(book.automaticHeld, amount);
}

export function releaseIn(book: MoneyBook, amount: Micros, isAutomatic: boolean): void {
  book.held = Micros.subtract(book.held, amount);
  if (isAutomatic) book.automaticHeld = Micros.subtract(book.automaticHeld, amount);
}

export function spendIn(book: MoneyBook, amount: Micros, isAutomatic: boolean): void {
  book.spent = Micros.add(book.spent, amount);
  book.spentToday = Micros.add(book.spentToday, amount);
  if (isAutomatic) book.automaticToday = Micros.add(book.automaticToday, amount);
}

/** What the rules would leave more than there was, in fact. Negative for less. */
export interface Difference {
  readonly available: Micros;
  readonly day: Micros;
  readonly automatic: Micros;
}

export function differenceBetween(fact: MoneyBook, replayed: MoneyBook): Difference {
  const held = Micros.subtract(fact.held, replayed.held);
  return {
    available: Micros.add(Micros.subtract(fact.spent, replayed.spent), held),
    day: Micros.add(Micros.subtract(fact.spentToday, replayed.spentToday), held),
    automatic: Micros.subtract(
      Micros.add(fact.automaticToday, fact.automaticHeld),
      Micros.add(replayed.automaticToday, replayed.automaticHeld),
    ),
  };
}
