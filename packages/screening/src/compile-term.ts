import { lazily } from "@agent-treasury/provider/helpers";
import { type Excuse, readExceptions } from "./exceptions.ts";
import { tellingTexts } from "./telling-texts.ts";
import type { SoughtText } from "./term-finder.ts";
import { type Term, anyTerm, readTerms, refuse, sourceOf } from "./term-pattern.ts";
import type { ProhibitedUse } from "./terms/uses/prohibited-use.ts";

/** Shorter terms often occur by chance across two words. */
const lettersFoundAcrossWords = 9;

export interface CompiledTerm {
  readonly use: ProhibitedUse;
  /** The literal prefilter: the term cannot occur in a text without one of these. */
  readonly texts: readonly SoughtText[];
  /** Whether the term occurs in a phrase, including excused occurrences. */
  isIn(phrase: string): boolean;
  /** Whether the term occurs outside of exceptions. */
  isUnexcusedIn(phrase: string): boolean;
  /** Whether the term occurs in spelled-out text. */
  isSpelledIn(spelled: string): boolean;
}

/**
 * Compiles the terms of a use.
 *
 * @throws TreasuryError `invalid_request` for an invalid term. Exceptions are read when needed.
 */
export function compileUse(use: ProhibitedUse): CompiledTerm[] {
  const exceptions = readExceptions(() => use.exceptions ?? []);
  const ofItself = use.terms.find((term) => term.includes(anyTerm));
  if (ofItself !== undefined) refuse("names itself", ofItself);
  return use.terms.flatMap(readTerms).map((term) => compileTerm(use, term, exceptions(term)));
}

/** Compiles a parsed term of a use, with the exceptions that excuse it. */
export function compileTerm(use: ProhibitedUse, term: Term, excuse: Excuse): CompiledTerm {
  const { texts, areWhole, openWords } = tellingTexts(term);
  const isLong = (text: string): boolean => areWhole && text.length >= lettersFoundAcrossWords;
  const long = texts.filter(isLong);
  // Compiled lazily, because most terms occur in no text.
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
      // A removed exception becomes a full stop, so that no term matches across it.
      return isIn(left) && (!excuse.namesTerms || isIn(excuse.ofTerm(left)));
    },
    isSpelledIn: (spelled) => areWhole && texts.some((whole) => spelled.includes(whole)),
  };
}

/**
 * A term with spaces inside must begin where a word does: `am munition`, but not `run licensed`.
 */
function acrossWordsSource(whole: string): string {
  return `${whole}| ${Array.from(whole).join(" ?")}`;
}
