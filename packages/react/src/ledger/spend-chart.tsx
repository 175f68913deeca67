"use client";

import type { TreasuryState } from "@agent-treasury/sdk-client";
import { type ReactNode, useMemo } from "react";
import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatShortUsd, formatUsd } from "../format/usd.ts";
import { type DaySpend, lastDays, spendByDay } from "./spend-by-day.ts";
import styles from "./ledger.module.css";

const daysShown = 14;

interface SpendChartProps {
  readonly treasury: TreasuryState;
}

export function SpendChart({ treasury }: SpendChartProps): ReactNode {
  const { budget, spentTodayUsd } = treasury;
  const days = useMemo(() => daysOf(treasury), [treasury]);
  const cap = budget.dailySpendCapUsd;
  return (
    <figure className={`at-card ${styles.chart}`}>
      <h2>Daily spending and cap</h2>
      <div className={styles.canvas} aria-hidden="true">
        <ResponsiveContainer>
          <BarChart
            data={[...days]}
            accessibilityLayer={false}
            margin={{ top: 10, right: 4, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--at-line)" />
            <XAxis
              dataKey="day"
              tickFormatter={shortDay}
              tickLine={false}
              axisLine={false}
              tick={{ fill: "var(--at-soft)" }}
            />
            <YAxis
              tickFormatter={formatShortUsd}
              domain={[0, (most: number) => Math.max(most, cap)]}
              tickLine={false}
              axisLine={false}
              width={52}
              tick={{ fill: "var(--at-soft)" }}
            />
            <ReferenceLine
              y={cap}
              stroke="var(--at-warn)"
              strokeDasharray="4 4"
              label={{
                value: `Cap ${formatShortUsd(cap)}`,
                position: "insideTopRight",
                fill: "var(--at-warn)",
              }}
            />
            <Tooltip
              cursor={{ fill: "var(--at-hover)" }}
              isAnimationActive={false}
              content={({ payload }) => {
                const day = payload[0]?.payload as (typeof days)[number] | undefined;
                if (day === undefined) return null;
                return (
                  <div className={`at-number ${styles.tip}`}>
                    <strong>{formatUsd(day.spentUsd)}</strong> on {shortDay(day.day)}
                  </div>
                );
              }}
            />
            <Bar
              dataKey="spentUsd"
              fill="var(--at-accent)"
              maxBarSize={36}
              radius={[4, 4, 0, 0]}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <figcaption>
        {formatUsd(spentTodayUsd)} of {formatUsd(cap)} spent today.
      </figcaption>
    </figure>
  );
}

function daysOf({ ledger, timeZone }: TreasuryState): readonly DaySpend[] {
  return spendByDay(ledger, lastDays(daysShown, new Date(), timeZone));
}

function shortDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
}
