import { inflectUse } from "./inflections.ts";
import { lazily } from "./lazily.ts";
import { type TermSet, termSet } from "./term-set.ts";
import { type ProhibitedUse, languageOf, prohibitedUses } from "./terms/terms.ts";

/** The built-in uses with inflected words. */
export const builtInUses: () => readonly ProhibitedUse[] = lazily(() =>
  prohibitedUses.map((use) => {
    const language = languageOf(use);
    return language === null ? use : inflectUse(use, language);
  }),
);

/** The built-in terms, compiled at first use. */
export const builtInTerms: () => TermSet = lazily(() => ({
  ...termSet(builtInUses()),
  isBuiltIn: true,
}));
