import { type CompiledTerm, compileUse } from "./compile-term.ts";
import { TermFinder } from "./term-finder.ts";
import { readTerms } from "./term-pattern.ts";
import type { ProhibitedUse } from "./terms/uses/prohibited-use.ts";

export interface TermSet {
  /** Whether it is the treasury's own, so that a vendor's name alone does not block. */
  readonly isBuiltIn?: boolean;
  readonly terms: readonly CompiledTerm[];
  readonly finder: TermFinder;
}

/**
 * Compiles the terms of some uses.
 *
 * @throws TreasuryError `invalid_request` for an invalid term. Exceptions are read when needed.
 */
export function termSet(uses: readonly ProhibitedUse[]): TermSet {
  const terms = uses.flatMap(compileUse);
  return { terms, finder: new TermFinder(terms.map(({ texts }) => texts)) };
}

/** @throws TreasuryError `invalid_request` for an invalid exception. */
export function checkExceptions(uses: readonly ProhibitedUse[]): void {
  for (const { exceptions = [] } of uses) exceptions.forEach(readTerms);
}
