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
import { formatMoment } from "../../lib/moment.ts";
import { formatShortUsd, formatSignedUsd, formatUsd } from "../../lib/usd.ts";
import styles from "./ledger.module.css";

interface BalanceChartProps {
  /** Newest first. */
  readonly entries: readonly LedgerEntry[];
}

/** The balance after each of the newest entries. */
export function BalanceChart({ entries }: BalanceChartProps): ReactNode {
  const points = useMemo(
    () =>
      entries.toReversed().map(({ sequence, createdAt, balanceUsd, amountUsd, description }) => ({
        sequence,
        createdAt,
        balanceUsd,
        amountUsd,
        description,
      })),
    [entries],
  );
  const last = points.at(-1);
  return (
    <figure className={`card ${styles.chart}`}>
      <h2>Balance</h2>
      <div className={styles.canvas} aria-hidden="true">
        <ResponsiveContainer>
          <AreaChart data={points} margin={{ top: 4, right: 4, bottom: 0, left: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="sequence"
              tickFormatter={(sequence: number) => `#${sequence}`}
              tickLine={false}
              axisLine={false}
              minTickGap={40}
              tick={{ fill: "var(--soft)" }}
            />
            <YAxis
              tickFormatter={formatShortUsd}
              tickLine={false}
              axisLine={false}
              width={52}
              tick={{ fill: "var(--soft)" }}
            />
            <Tooltip
              cursor={{ stroke: "var(--control)", strokeDasharray: "3 3" }}
              isAnimationActive={false}
              content={({ payload }) => {
                const point = payload[0]?.payload as (typeof points)[number] | undefined;
                return point === undefined ? null : <Tip point={point} />;
              }}
            />
            <Area
              type="stepAfter"
              dataKey="balanceUsd"
              stroke="var(--accent)"
              strokeWidth={2}
              fill="var(--accent)"
              fillOpacity={0.1}
              dot={points.length < 2 ? { r: 3 } : false}
              isAnimationActive={false}
            />
          </AreaChart>
        </ResponsiveContainer>
      </div>
      <figcaption>
        {last === undefined
          ? "No entries yet."
          : `${formatUsd(last.balanceUsd)} after ${points.length === 1 ? "one entry" : `the newest ${points.length} entries`}. The table has them all.`}
      </figcaption>
    </figure>
  );
}

function Tip(props: {
  readonly point: Pick<LedgerEntry, "balanceUsd" | "amountUsd" | "description" | "createdAt">;
}): ReactNode {
  const { balanceUsd, amountUsd, description, createdAt } = props.point;
  return (
    <div className={`number ${styles.tip}`}>
      <strong>{formatUsd(balanceUsd)}</strong>
      <div>
        {formatSignedUsd(amountUsd)} · {description}
      </div>
      <div className="soft">{formatMoment(createdAt)}</div>
    </div>
  );
}
