import { type ScreeningRulesOptions, readOwnRules } from "./own-rules.ts";
import type { ScreeningRules } from "./screening.ts";

export type { ScreeningRulesOptions } from "./own-rules.ts";
export type { RulesVerdict, ScreeningInput, ScreeningRules } from "./screening.ts";

/** Screening whose built-in terms are not loaded yet. */
export interface LoadableScreening extends ScreeningRules {
  /** Loads the terms. `screen` throws before. A repeated call loads nothing again. */
  load(): Promise<void>;
}

/**
 * Creates the same screening as `screeningRules`, and reads its 130 kB of terms later, so that a
 * process starts without them. Options are validated at once.
 *
 * @throws TreasuryError `invalid_request` for a term or a vendor without a letter or digit.
 * @example
 * ```ts
 * import { loadableScreening } from "@agent-treasury/screening/load";
 *
 * const screening = loadableScreening({ blockedVendors: ["Acme"] });
 * await screening.load();
 * screening.screen({ vendor: "Acme", purpose: "paper", category: null });
 * ```
 */
export function loadableScreening(options: ScreeningRulesOptions = {}): LoadableScreening {
  const own = readOwnRules(options);
  let rules: ScreeningRules | null = null;
  return {
    load: async () => {
      // An import takes several turns of the event loop, also of a module that is loaded.
      if (rules !== null) return;
      const { screening } = await import("./screening.ts");
      rules ??= screening(own);
    },
    screen: (spend) => {
      if (rules === null) throw new Error("The terms of the screening are not loaded.");
      return rules.screen(spend);
    },
  };
}
