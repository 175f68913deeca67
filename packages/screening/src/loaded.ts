import {
  type ScreeningRules,
  type ScreeningRulesOptions,
  screeningWith,
} from "./screening-with.ts";
import type { TermSet } from "./term-set.ts";

/** Screening rules whose built-in terms are loaded later. `screen` throws until then. */
export interface LoadedScreeningRules extends ScreeningRules {
  /** Loads and compiles the built-in terms. Call it before `screen`. */
  load(): Promise<void>;
}

/**
 * As `screeningRules`, in a bundle without the built-in terms.
 *
 * @throws TreasuryError `invalid_request` for a term or a vendor without a letter or digit.
 */
export function loadedScreeningRules(options: ScreeningRulesOptions = {}): LoadedScreeningRules {
  let terms: TermSet | null = null;
  const builtInTerms = (): TermSet => {
    if (terms === null) throw new Error("The terms of screening are not loaded.");
    return terms;
  };
  return {
    ...screeningWith(builtInTerms, options),
    load: async () => {
      if (terms !== null) return;
      const builtIn = await import("./built-in-terms.ts");
      terms = builtIn.builtInTerms();
    },
  };
}
