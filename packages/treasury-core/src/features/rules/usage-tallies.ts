import { type Key, Micros, TreasuryError } from "@agent-treasury/provider";
import { emptyTally, sumOfTallies, type Tally } from "@agent-treasury/rules";
import { keyText } from "../../kernel/ledger/key-text.ts";

/** Spends that a document of counters does not contain yet. */
export class DocTally implements Tally {
  readonly key: Key;
  readonly spent: Micros;
  readonly count: number;
  /** Workspace time of the newest change by this process, otherwise 0. */
  readonly changedAt: number;
  #record: string | null = null;

  constructor(key: Key, { spent, count }: Tally, changedAt: number) {
    this.key = key;
    this.spent = spent;
    this.count = count;
    this.changedAt = changedAt;
  }

  /** Created once, because most commits change few tallies. */
  get record(): string {
    const { kind, id } = this.key;
    this.#record ??= `${kind} ${id} ${Micros.toText(this.spent)} ${this.count}`;
    return this.#record;
  }
}

/** Every commit writes all tallies. The head should not exceed half a page of PostgreSQL. */
export const maximumTallies = 40;

function tallyFrom(record: string): DocTally {
  const [, kind, id, spent, count] = /^(\S+) (.+) (\d+) (\d+)$/.exec(record) ?? [];
  if (kind === undefined || id === undefined || spent === undefined || count === undefined) {
    throw new TreasuryError("storage_error", `The tally "${record}" cannot be read.`);
  }
  return new DocTally({ kind, id }, { spent: Micros.of(spent), count: Number(count) }, 0);
}

/**
 * Spends that documents of counters do not contain yet. Most spends only add to the newest window of
 * each counter, so that a tally in the head takes the place of writing the document. The head and its
 * documents have one version, so a command that adds the tally to the counters reads one moment.
 *
 * A document is written and its tally removed when a window begins, by holds and settlements, and
 * when other counters of it move. If there is no space, the tally that was changed longest ago is
 * written into its document.
 */
export class UsageTallies {
  static readonly none: UsageTallies = new UsageTallies(new Map(), []);
  readonly #places: ReadonlyMap<string, number>;
  readonly #all: readonly DocTally[];

  private constructor(places: ReadonlyMap<string, number>, all: readonly DocTally[]) {
    this.#places = places;
    this.#all = all;
  }

  /** @throws TreasuryError `storage_error` for another form. */
  static fromRecords(records: readonly string[]): UsageTallies {
    return UsageTallies.#of(records.map(tallyFrom));
  }

  static #of(all: readonly DocTally[]): UsageTallies {
    const places = all.map(({ key }, place): [string, number] => [keyText(key), place]);
    return new UsageTallies(new Map(places), all);
  }

  get size(): number {
    return this.#all.length;
  }

  get records(): string[] {
    return this.#all.map(({ record }) => record);
  }

  get(key: Key): Tally {
    const place = this.#places.get(keyText(key));
    return (place === undefined ? undefined : this.#all[place]) ?? emptyTally;
  }

  hasSpaceFor(key: Key): boolean {
    return this.size < maximumTallies || this.#places.has(keyText(key));
  }

  add(key: Key, added: Tally, now: number): UsageTallies {
    const place = this.#places.get(keyText(key));
    const known = place === undefined ? undefined : this.#all[place];
    if (place === undefined || known === undefined) {
      return UsageTallies.#of([...this.#all, new DocTally(key, added, now)]);
    }
    const sum = new DocTally(known.key, sumOfTallies(known, added), now);
    return new UsageTallies(this.#places, this.#all.with(place, sum));
  }

  remove(key: Key): UsageTallies {
    const place = this.#places.get(keyText(key));
    return place === undefined ? this : UsageTallies.#of(this.#all.toSpliced(place, 1));
  }

  /** The tallies for which there is no space if all these keys have one. */
  excessWith(keys: readonly Key[]): readonly DocTally[] {
    if (this.size + keys.length <= maximumTallies) return [];
    let size = this.size;
    for (const key of keys) if (!this.#places.has(keyText(key))) size += 1;
    if (size <= maximumTallies) return [];
    const kept = new Set(keys.map(keyText));
    return this.#all
      .filter(({ key }) => !kept.has(keyText(key)))
      .toSorted((one, other) => one.changedAt - other.changedAt)
      .slice(0, size - maximumTallies);
  }
}
