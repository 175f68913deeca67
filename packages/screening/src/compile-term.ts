import { type Excuse, readExceptions } from "./exceptions.ts";
import { lazily } from "./lazily.ts";
import { tellingTexts } from "./telling-texts.ts";
import type { SoughtText } from "./term-finder.ts";
import { type Term, anyTerm, readTerms, refuse, sourceOf } from "./term-pattern.ts";
import type { ProhibitedUse } from "./terms/terms.ts";

/** Terms of so many letters are unlikely to come about where one word ends and another begins. */
const lettersFoundAcrossWords = 9;

/** A term of a prohibited use that texts can be compared with. */
export interface CompiledTerm {
  readonly use: ProhibitedUse;
  /** The literal prefilter: the term does not occur in a text where none of them does. */
  readonly texts: readonly SoughtText[];
  /** Whether the term occurs in a phrase, also where an exception excuses it. */
  isIn(phrase: string): boolean;
  /** Whether it also occurs outside of the exceptions. */
  isUnexcusedIn(phrase: string): boolean;
  /** Whether it occurs in what was spelled out. */
  isSpelledIn(spelled: string): boolean;
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

function compileTerm(use: ProhibitedUse, term: Term, excuse: Excuse): CompiledTerm {
  const { texts, areWhole, openWords } = tellingTexts(term);
  const isLong = (text: string): boolean => areWhole && text.length >= lettersFoundAcrossWords;
  const long = texts.filter(isLong);
  // Most terms are met by no text, and their expressions never needed.
  const inWords = lazily(() => new RegExp(sourceOf(term)));
  const acrossWords = lazily(() => new RegExp(long.map(acrossWordsSource).join("|")));
  const isIn = (phrase: string): boolean =>
    inWords().test(phrase) || (long.length > 0 && acrossWords().test(phrase));
  return {
    use,
    texts: texts.map((text) => ({ text, atWordStart: openWords && !isLong(text) })),
    isIn,
    isUnexcusedIn: (phrase) => {
      const left = excuse.plain(phrase);
      // What is taken out leaves a full stop, over which nothing occurs that did not occur before.
      return isIn(left) && (!excuse.namesTerms || isIn(excuse.ofTerm(left)));
    },
    isSpelledIn: (spelled) => areWhole && texts.some((whole) => spelled.includes(whole)),
  };
}

/** What is torn apart begins where a word does: `am munition`, but not `run licensed`. */
function acrossWordsSource(whole: string): string {
  return `${whole}| ${Array.from(whole).join(" ?")}`;
}
