import { lazily } from "@agent-treasury/provider/helpers";
import { type CompiledTerm, compileTerm } from "./compile-term.ts";
import { readExceptions } from "./exceptions.ts";
import { inflectUse, inflectWritten } from "./inflections.ts";
import { TermFinder } from "./term-finder.ts";
import { readTerms } from "./term-pattern.ts";
import type { TermSet } from "./term-set.ts";
import { termKeys } from "./terms/term-keys.ts";
import { type ProhibitedUse, languageOf, prohibitedUses } from "./terms/terms.ts";

/** The width of a key in the table. */
const keyWidth = 4;
/** A written term is two terms if its halves may occur in either order. */
const mostOfOneWritten = 2;

/** The built-in uses with inflected words. */
export const builtInUses: () => readonly ProhibitedUse[] = lazily(() =>
  prohibitedUses.map((use) => {
    const language = languageOf(use);
    return language === null ? use : inflectUse(use, language);
  }),
);

/**
 * The built-in terms. Each is compiled when a text has one of its keys, because an ordinary spend
 * has the keys of about ten of thousands.
 */
export const builtInTerms: () => TermSet = lazily(() => {
  const terms: CompiledTerm[] = [];
  const finder = new TermFinder([]);
  const keys = termKeys.split("\n");
  let written = 0;
  for (const use of prohibitedUses) {
    const language = languageOf(use);
    const inflect = (term: string): string =>
      language === null ? term : inflectWritten(term, language);
    const exceptions = readExceptions(() => (use.exceptions ?? []).map(inflect));
    for (const term of use.terms) {
      const first = written * mostOfOneWritten;
      finder.addLater(keysIn(keys[written] ?? ""), () =>
        readTerms(inflect(term)).map((one, index) => {
          const compiled = compileTerm(use, one, exceptions(one));
          terms[first + index] = compiled;
          return [first + index, compiled.texts];
        }),
      );
      written += 1;
    }
  }
  return { terms, finder, isBuiltIn: true };
});

/** Shorter keys are filled with spaces. */
function keysIn(line: string): string[] {
  const keys: string[] = [];
  for (let start = 0; start < line.length; start += keyWidth) {
    keys.push(line.slice(start, start + keyWidth).trimEnd());
  }
  return keys;
}
