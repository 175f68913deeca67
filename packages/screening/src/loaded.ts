import { type ScreeningRulesOptions, readOwnRules } from "./own-rules.ts";
import type { ScreeningRules } from "./screening.ts";

/** Screening rules that are loaded later. `screen` throws until then. */
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
  const own = readOwnRules(options);
  let rules: ScreeningRules | null = null;
  return {
    screen: (spend) => {
      if (rules === null) throw new Error("The rules of screening are not loaded.");
      return rules.screen(spend);
    },
    load: async () => {
      if (rules !== null) return;
      const { builtInTerms, screening } = await import("./screening.ts");
      builtInTerms();
      rules ??= screening(own);
    },
  };
}
