/**
 * The money of the demo. All spends that it shows and all suggestions of the page fit into a day.
 */
export const demoBudget = { startingCapitalUsd: 200, dailySpendCapUsd: 150 } as const;

/** Returns the same as settings for the app. */
export function budgetSettings(): Readonly<Record<string, string>> {
  return {
    TREASURY_STARTING_CAPITAL_USD: String(demoBudget.startingCapitalUsd),
    TREASURY_DAILY_SPEND_CAP_USD: String(demoBudget.dailySpendCapUsd),
  };
}
