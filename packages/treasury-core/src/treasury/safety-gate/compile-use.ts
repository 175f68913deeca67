import type { Readings } from "./normalise-text.ts";
import { type Term, anyTerm, readTerm, textsOf } from "./term-pattern.ts";
import type { ProhibitedUse } from "./uses/prohibited-use.ts";

/** Terms of so many letters are unlikely to come about where one word ends and another begins. */
const lettersFoundAcrossWords = 9;

/** A prohibited use that texts can be compared with. */
export interface CompiledUse extends ProhibitedUse {
  /** Of each term a part without spaces. In a text where none of them occurs, spaces apart, no term does. */
  readonly compact: readonly string[];
  /** Whether a term occurs in a text, outside of the exceptions. */
  occursIn(readings: Readings): boolean;
}

/**
 * Makes a use comparable.
 *
 * @throws TreasuryError `invalid_request` for a term without a letter or digit: it would match anything.
 */
export function compileUse(use: ProhibitedUse): CompiledUse {
  const terms = use.terms.map(readTerm);
  const exceptions = (use.exceptions ?? []).map(readTerm);
  // A hyphen may have stood for the space, and be gone: `weapons-grade`.
  const excepted = exceptions.length === 0 ? null : new RegExp(anyTerm(exceptions, " ?"), "gu");
  const unbroken = terms
    .filter(({ phrases }) => phrases.length === 1)
    .flatMap(({ phrases }) => phrases.flatMap(textsOf).map(withoutSpaces));
  const long = unbroken.filter((term) => term.length >= lettersFoundAcrossWords);
  const inWords = new RegExp(anyTerm(terms), "u");
  const [acrossWords, spelled] = [anyOf(long), anyOf(unbroken)];
  const occursInPhrase = (phrase: string): boolean =>
    inWords.test(phrase) || acrossWords.test(withoutSpaces(phrase));
  return {
    ...use,
    compact: [...new Set(terms.flatMap(tellingTexts))],
    occursIn: (readings) =>
      readings.spelled.some((reading) => spelled.test(reading)) ||
      readings.phrases.some((phrase) => {
        if (!occursInPhrase(phrase)) return false;
        // The full stop keeps apart what an exception stood between.
        return excepted === null || occursInPhrase(phrase.replace(excepted, "."));
      }),
  };
}

/** Of a term the phrase that says most; whatever the rest is, one of its texts has to be there. */
function tellingTexts({ phrases }: Term): string[] {
  const candidates = phrases.map((phrase) => textsOf(phrase).map(withoutSpaces));
  return candidates.reduce((found, texts) => (shortest(texts) > shortest(found) ? texts : found));
}

function shortest(texts: readonly string[]): number {
  return Math.min(...texts.map(({ length }) => length));
}

function withoutSpaces(text: string): string {
  return text.replaceAll(" ", "");
}

function anyOf(texts: readonly string[]): RegExp {
  return texts.length === 0 ? /(?!)/u : new RegExp(texts.join("|"), "u");
}
