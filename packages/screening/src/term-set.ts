import { type CompiledTerm, compileUse } from "./compile-term.ts";
import { inflectUse } from "./inflections.ts";
import { lazily } from "./lazily.ts";
import { TermFinder } from "./term-finder.ts";
import { type ProhibitedUse, languageOf, prohibitedUses } from "./terms/terms.ts";

export interface TermSet {
  /** Whether it is the treasury's own, so that a vendor's name alone does not block. */
  readonly isBuiltIn?: boolean;
  readonly terms: readonly CompiledTerm[];
  readonly finder: TermFinder;
}

/**
 * Compiles the terms of some uses.
 *
 * @throws TreasuryError `invalid_request` for an invalid term or exception.
 */
export function termSet(uses: readonly ProhibitedUse[]): TermSet {
  const terms = uses.flatMap(compileUse);
  return { terms, finder: new TermFinder(terms.map(({ texts }) => texts)) };
}

/** The built-in uses with inflected words. */
export const builtInUses: () => readonly ProhibitedUse[] = lazily(() =>
  prohibitedUses.map((use) => {
    const language = languageOf(use);
    return language === null ? use : inflectUse(use, language);
  }),
);

/** The built-in terms, compiled at the first spend. */
export const builtInTerms: () => TermSet = lazily(() => ({
  ...termSet(builtInUses()),
  isBuiltIn: true,
}));
