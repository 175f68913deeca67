export {
  type ScreeningInput,
  type RulesVerdict,
  type ScreeningRules,
  type ScreeningRulesOptions,
  screeningRules,
} from "./screening-rules.ts";
export { type Language, type ProhibitedUse, languageOf, prohibitedUses } from "./terms/terms.ts";
