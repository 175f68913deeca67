import { compileUse } from "./compile-term.ts";
import { lazily } from "./lazily.ts";
import type { Readings } from "./normalise-text.ts";
import { type ProhibitedUse, prohibitedUses } from "./prohibited-uses.ts";
import { TermFinder } from "./term-finder.ts";

/** Tells which prohibited uses a text has a term of. */
export interface TermSet {
  /** The uses, in their order, of which a term occurs in any of the texts. */
  usesIn(texts: readonly Readings[]): ProhibitedUse[];
}

/**
 * The terms of some uses, ready to be compared.
 *
 * @throws TreasuryError `invalid_request` for a term or an exception that `readTerms` refuses.
 */
export function termSet(uses: readonly ProhibitedUse[]): TermSet {
  const terms = uses.flatMap(compileUse);
  const finder = new TermFinder(terms.map(({ texts }) => texts));
  return {
    usesIn: (texts) => {
      const maybe = new Set<number>();
      for (const { phrases, spelled } of texts) {
        for (const reading of phrases) finder.find(reading, maybe);
        for (const reading of spelled) finder.find(reading, maybe);
      }
      // Few texts have even the letters of a term, and whole words and exceptions take longer to find.
      return [...maybe]
        .toSorted((left, right) => left - right)
        .flatMap((index) => terms[index] ?? [])
        .filter((term) => texts.some((text) => term.occursIn(text)))
        .map(({ use }) => use);
    },
  };
}

/** What the gate looks for by itself: the same for every treasury, and read once, for the first spend. */
export const builtInTerms: () => TermSet = lazily(() => termSet(prohibitedUses));
