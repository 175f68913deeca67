import { type ProhibitedUse, prohibitedUses } from "@agent-treasury/screening-terms";
import { type CompiledTerm, compileUse } from "./compile-term.ts";
import { type Language, inflectUse } from "./inflections.ts";
import { lazily } from "./lazily.ts";
import { TermFinder } from "./term-finder.ts";
import { inEasternLanguages } from "./uses/in-eastern-languages.ts";
import { inWesternLanguages, inflectedLanguages } from "./uses/in-western-languages.ts";

/** The terms of some uses, ready to be compared. */
export interface TermSet {
  readonly terms: readonly CompiledTerm[];
  readonly finder: TermFinder;
}

/**
 * Compiles the terms of some uses.
 *
 * @throws TreasuryError `invalid_request` for a term or an exception that `readTerms` refuses.
 */
export function termSet(uses: readonly ProhibitedUse[]): TermSet {
  const terms = uses.flatMap(compileUse);
  return { terms, finder: new TermFinder(terms.map(({ texts }) => texts)) };
}

/** The built-in uses with the other forms of their words. */
export const builtInUses: () => readonly ProhibitedUse[] = lazily(() => {
  const languages = new Map<ProhibitedUse, Language>();
  for (const [language, uses] of Object.entries(inflectedLanguages)) {
    for (const use of uses) languages.set(use, language as Language);
  }
  const others = new Set([...inWesternLanguages, ...inEasternLanguages]);
  return prohibitedUses.map((use) => {
    const language = languages.get(use) ?? (others.has(use) ? null : "english");
    return language === null ? use : inflectUse(use, language);
  });
});

/** The built-in terms: the same for every treasury, and compiled for the first spend. */
export const builtInTerms: () => TermSet = lazily(() => termSet(builtInUses()));
