import { Letters, scan } from "./letters.ts";
import { type Readings, readingsOf } from "./normalise-text.ts";
import type { TermFinder } from "./term-finder.ts";

/** A reading of a field in which the literals of some terms occur. */
export interface Candidates {
  /** Spaces before and after it, unless it was spelled out. */
  readonly reading: string;
  readonly isSpelled: boolean;
  /** The numbers of the terms. */
  readonly terms: ReadonlySet<number>;
}

/** A field of a spend, as it is compared. */
export interface Field {
  readonly text: string;
  readonly digits: number;
  readonly longestRun: number;
  /** Made when it is needed: most texts have no term. */
  readings(): Readings;
  /** For each finder, in order. */
  readonly candidates: readonly (readonly Candidates[])[];
  /** The number of letters that were walked and texts that were compared for it. */
  readonly looks: number;
}

// Screening waits for nothing, so that one text at a time is read.
const letters = new Letters();

/** Reads a field, and finds the candidates of each finder in it. */
export function readField(text: string, finders: readonly TermFinder[]): Field {
  const { isPlain, digits, longestRun } = scan(text, letters);
  let known: Readings | undefined = isPlain ? undefined : readingsOf(text);
  const readings = (): Readings => (known ??= readingsOf(text));
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
  return { text, digits, longestRun, readings, candidates, looks };
}
