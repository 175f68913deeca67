import { builtInTerms } from "./built-in-terms.ts";
import {
  type ScreeningRules,
  type ScreeningRulesOptions,
  screeningWith,
} from "./screening-with.ts";

export type {
  RulesVerdict,
  ScreeningInput,
  ScreeningRules,
  ScreeningRulesOptions,
} from "./screening-with.ts";

/**
 * Creates the screening of the built-in prohibited uses and the deployment's own rules.
 *
 * @throws TreasuryError `invalid_request` for a term or a vendor without a letter or digit.
 */
export function screeningRules(options: ScreeningRulesOptions = {}): ScreeningRules {
  return screeningWith(builtInTerms, options);
}
