import { type ScreeningRulesOptions, readOwnRules } from "./own-rules.ts";
import { type ScreeningRules, screening } from "./screening.ts";

export type { ScreeningRulesOptions } from "./own-rules.ts";
export type { RulesVerdict, ScreeningInput, ScreeningRules } from "./screening.ts";

/**
 * Creates the screening of the built-in prohibited uses and the deployment's own rules.
 *
 * @throws TreasuryError `invalid_request` for a term or a vendor without a letter or digit.
 */
export function screeningRules(options: ScreeningRulesOptions = {}): ScreeningRules {
  return screening(readOwnRules(options));
}
