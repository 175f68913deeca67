import { readExceptions } from "./exceptions.ts";
import { lazily } from "./lazily.ts";
import type { Readings } from "./normalise-text.ts";
import { tellingTexts } from "./telling-texts.ts";
import { type Term, anyTerm, readTerms, refuse, sourceOf } from "./term-pattern.ts";
import type { ProhibitedUse } from "./uses/prohibited-use.ts";

/** Terms of so many letters are unlikely to come about where one word ends and another begins. */
const lettersFoundAcrossWords = 9;

/** A term of a prohibited use that texts can be compared with. */
export interface CompiledTerm {
  readonly use: ProhibitedUse;
  /** Without spaces. In a text where none of them occurs, spaces apart, the term does not. */
  readonly texts: readonly string[];
  /** Whether the term occurs in a text, outside of the use's exceptions. */
  occursIn(readings: Readings): boolean;
}

/**
 * The terms of a use.
 *
 * @throws TreasuryError `invalid_request` for a term or an exception that `readTerms` refuses.
 */
export function compileUse(use: ProhibitedUse): CompiledTerm[] {
  const exceptions = readExceptions(use.exceptions ?? []);
  const ofItself = use.terms.find((term) => term.includes(anyTerm));
  if (ofItself !== undefined) refuse("names itself", ofItself);
  return use.terms.flatMap(readTerms).map((term) => compileTerm(use, term, exceptions(term)));
}

function compileTerm(
  use: ProhibitedUse,
  term: Term,
  withoutExceptions: (text: string) => string,
): CompiledTerm {
  const { texts, areWhole } = tellingTexts(term);
  const long = areWhole ? texts.filter(({ length }) => length >= lettersFoundAcrossWords) : [];
  // Most terms are met by no text, and their expressions never needed.
  const inWords = lazily(() => new RegExp(sourceOf(term)));
  const acrossWords = lazily(() => new RegExp(long.map(acrossWordsSource).join("|")));
  const occursInText = (text: string): boolean =>
    inWords().test(text) || (long.length > 0 && acrossWords().test(text));
  return {
    use,
    texts,
    occursIn: ({ phrases, spelled }) =>
      (areWhole && spelled.some((letters) => texts.some((whole) => letters.includes(whole)))) ||
      phrases.some((phrase) => {
        const text = ` ${phrase} `;
        return occursInText(text) && occursInText(withoutExceptions(text));
      }),
  };
}

/** What is torn apart begins where a word does: `am munition`, but not `run licensed`. */
function acrossWordsSource(whole: string): string {
  return `${whole}| ${Array.from(whole).join(" ?")}`;
}
