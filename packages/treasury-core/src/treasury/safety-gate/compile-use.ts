import { TreasuryError } from "../../errors.ts";
import { type Readings, normaliseText } from "./normalise-text.ts";
import type { ProhibitedUse } from "./prohibited-use.ts";

/** Terms of so many letters are unlikely to come about where one word ends and another begins. */
const lettersFoundAcrossWords = 9;

/** A prohibited use that texts can be compared with. */
export interface CompiledUse extends ProhibitedUse {
  /** Its terms without spaces. In a text where none of them occurs, spaces apart, no term does. */
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
  const { exceptions = [] } = use;
  const words = wordPattern(use.terms);
  // A hyphen may have stood for the space, and be gone: `weapons-grade`.
  const isolated = wordPattern(exceptions).replaceAll(" ", " ?");
  const excepted = exceptions.length === 0 ? null : new RegExp(isolated, "gu");
  const compact = use.terms.map((term) => normaliseText(term).replaceAll(" ", ""));
  const long = compact.filter((term) => term.length >= lettersFoundAcrossWords);
  const [inWords, acrossWords, spelled] = [new RegExp(words, "u"), anyOf(long), anyOf(compact)];
  return {
    ...use,
    compact,
    occursIn: (readings) =>
      readings.spelled.some((reading) => spelled.test(reading)) ||
      readings.phrases.some((phrase) => {
        // The full stop keeps apart what an exception stood between.
        const rest = excepted === null ? phrase : phrase.replace(excepted, ".");
        return inWords.test(rest) || acrossWords.test(rest.replaceAll(" ", ""));
      }),
  };
}

function wordPattern(terms: readonly string[]): string {
  const alternatives = terms.map((term) => {
    const text = normaliseText(term);
    if (text === "") {
      throw new TreasuryError("invalid_request", `A term of the gate says nothing: "${term}".`);
    }
    return term.trimEnd().endsWith("*") ? `${text}[\\p{L}\\p{N}]*` : text;
  });
  return `(?<![\\p{L}\\p{N}])(?:${alternatives.join("|")})(?![\\p{L}\\p{N}])`;
}

function anyOf(texts: readonly string[]): RegExp {
  return texts.length === 0 ? /(?!)/u : new RegExp(texts.join("|"), "u");
}
