import { type CompiledTerm, compileUse } from "./compile-term.ts";
import { lazily } from "./lazily.ts";
import { type ProhibitedUse, prohibitedUses } from "./prohibited-uses.ts";
import { TermFinder } from "./term-finder.ts";

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

/** The built-in terms: the same for every treasury, and compiled for the first spend. */
export const builtInTerms: () => TermSet = lazily(() => termSet(prohibitedUses));
