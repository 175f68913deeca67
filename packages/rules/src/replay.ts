/**
 * Replays of rules over past spends, and examples of what rules do.
 *
 * @module
 */
export {
  holdIn,
  type MoneyBook,
  openBook,
  releaseIn,
  rollTo,
  spendIn,
} from "./replay/money-book.ts";
export * from "./replay/replay-report.ts";
export { replay } from "./replay/replay.ts";
export * from "./replay/rule-trial.ts";
export * from "./replay/run-example.ts";
export { suggestionsFrom } from "./replay/suggestions.ts";
