import type { ReactNode } from "react";
import { formatUsd, shareOf, usdTogether } from "../format/usd.ts";
import type { DaySpend } from "../ledger/spend-by-day.ts";
import { trendDays } from "./trend.ts";
import styles from "./trend-bars.module.css";

interface TrendBarsProps {
  /** The oldest first. Undefined until loaded. */
  readonly days: readonly DaySpend[] | undefined;
}

/** A bar for each of the last days. */
export function TrendBars({ days }: TrendBarsProps): ReactNode {
  if (days === undefined) return <div className={styles.trend} aria-hidden="true" />;
  const most = Math.max(...days.map(({ spentUsd }) => spentUsd));
  return (
    <div className={styles.trend} role="img" aria-label={trendText(days)} title={trendText(days)}>
      {days.map(({ day, spentUsd }) => (
        <span
          key={day}
          data-empty={spentUsd === 0}
          style={{ blockSize: `${shareOf(spentUsd, most) * 100}%` }}
        />
      ))}
    </div>
  );
}

/** Returns the total of the days and the highest one: "$35.00 in 14 days, most on 21 Nov: $20.00". */
export function trendText(days: readonly DaySpend[]): string {
  const total = days.reduce((sum, { spentUsd }) => usdTogether(sum, spentUsd), 0);
  const [highest] = days.toSorted((one, other) => (one.spentUsd < other.spentUsd ? 1 : -1));
  if (highest === undefined || total === 0) return `Nothing spent in ${trendDays} days`;
  const date = new Date(`${highest.day}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  return `${formatUsd(total)} in ${trendDays} days, most on ${date}: ${formatUsd(highest.spentUsd)}`;
}
