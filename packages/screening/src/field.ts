import { Letters, scan } from "./letters.ts";
import { type Readings, readingsOf } from "./normalise-text.ts";
import type { TermFinder } from "./term-finder.ts";
import { isOfTrade } from "./trades.ts";

/** A reading of a field in which the literals of some terms occur. */
export interface Candidates {
  /** Has spaces before and after it, unless it was spelled out. */
  readonly reading: string;
  readonly isSpelled: boolean;
  /** The numbers of the terms. */
  readonly terms: ReadonlySet<number>;
}

export interface Field {
  readonly text: string;
  readonly digits: number;
  readonly longestRun: number;
  /** Computed when needed: most texts contain no term. */
  readings(): Readings;
  /** Whether it states a usual trade, as the name of a business does. */
  isOfTrade(): boolean;
  /** For each finder, in order. */
  readonly candidates: readonly (readonly Candidates[])[];
  /** The number of letters read and of texts compared. */
  readonly looks: number;
}

// Shared, because screening is synchronous.
const letters = new Letters();

/** Reads a field, and finds the candidates of each finder in it. */
export function readField(text: string, finders: readonly TermFinder[]): Field {
  const { isPlain, digits, longestRun } = scan(text, letters);
  let known: Readings | undefined = isPlain ? undefined : readingsOf(text);
  const readings = (): Readings => (known ??= readingsOf(text));
  let ofTrade: boolean | undefined;
  let looks = text.length;
  const candidates = finders.map((): Candidates[] => []);
  const find = (reading: () => string, isSpelled: boolean): void => {
    finders.forEach((finder, index) => {
      const terms = new Set<number>();
      looks += letters.length + finder.find(letters, terms, isSpelled);
      if (terms.size > 0) candidates[index]?.push({ reading: reading(), isSpelled, terms });
    });
  };
  if (known === undefined) {
    find(() => ` ${readings().phrases[0] ?? ""} `, false);
  } else {
    for (const phrase of known.phrases) {
      letters.readWords(phrase);
      find(() => ` ${phrase} `, false);
    }
    for (const spelled of known.spelled) {
      letters.readWords(spelled);
      find(() => spelled, true);
    }
  }
  return {
    text,
    digits,
    longestRun,
    readings,
    isOfTrade: () => (ofTrade ??= isOfTrade(text)),
    candidates,
    looks,
  };
}
