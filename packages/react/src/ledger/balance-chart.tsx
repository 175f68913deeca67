"use client";

import type { LedgerEntry } from "@agent-treasury/sdk-client";
import { type ReactNode, useMemo } from "react";
import {
  Area,
  AreaChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatMoment } from "../format/moment.ts";
import { formatShortUsd, formatSignedUsd, formatUsd } from "../format/usd.ts";
import { type BalancePoint, pointsOf, tickLabels } from "./balance-points.ts";
import styles from "./ledger.module.css";

interface BalanceChartProps {
  /** Newest first. */
  readonly entries: readonly LedgerEntry[];
}

export function BalanceChart({ entries }: BalanceChartProps): ReactNode {
  const points = useMemo(() => pointsOf(entries), [entries]);
  const labels = useMemo(() => tickLabels(entries), [entries]);
  const newest = entries[0];
  return (
    <figure className={`at-card ${styles.chart}`}>
      <h2>Balance</h2>
      <div className={styles.canvas} aria-hidden="true">
        <ResponsiveContainer>
          <AreaChart
            data={points}
            accessibilityLayer={false}
            margin={{ top: 10, right: 18, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--at-line)" />
            {/* Entries are evenly spaced, because many may have the same minute. */}
            <XAxis
              dataKey="sequence"
              type="number"
              domain={["dataMin", "dataMax"]}
              ticks={[...labels.keys()]}
              tickFormatter={(sequence: number) => labels.get(sequence) ?? ""}
              tickLine={false}
              axisLine={false}
              minTickGap={40}
              tick={{ fill: "var(--at-soft)" }}
            />
            <YAxis
              tickFormatter={formatShortUsd}
              tickLine={false}
              axisLine={false}
              width={52}
              tick={{ fill: "var(--at-soft)" }}
            />
            <Tooltip
              cursor={{ stroke: "var(--at-control)", strokeDasharray: "3 3" }}
              isAnimationActive={false}
              content={({ payload }) => {
                const point = payload[0]?.payload as BalancePoint | undefined;
                return point?.entry === undefined ? null : <Tip entry={point.entry} />;
              }}
            />
            <Area
              type="stepAfter"
              dataKey="balanceUsd"
              stroke="var(--at-accent)"
              strokeWidth={2}
              fill="var(--at-accent)"
              fillOpacity={0.1}
              isAnimationActive={false}
            />
          </AreaChart>
        </ResponsiveContainer>
      </div>
      <figcaption>
        {newest === undefined
          ? "No entries yet."
          : `${formatUsd(newest.balanceUsd)} after entry ${newest.sequence}. The table below lists all entries.`}
      </figcaption>
    </figure>
  );
}

function Tip({ entry }: { readonly entry: LedgerEntry }): ReactNode {
  return (
    <div className={`at-number ${styles.tip}`}>
      <strong>{formatUsd(entry.balanceUsd)}</strong>
      <div>
        {formatSignedUsd(entry.amountUsd)} · {entry.description}
      </div>
      <div className="at-soft">{formatMoment(entry.createdAt)}</div>
    </div>
  );
}
