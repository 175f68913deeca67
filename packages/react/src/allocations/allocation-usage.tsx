import type { Allocation } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { windowText } from "../administration/action-text.ts";
import { formatMoment } from "../format/moment.ts";
import { formatUsd, usdAfter } from "../format/usd.ts";
import type { DaySpend } from "../ledger/spend-by-day.ts";
import { UsageBar } from "../parts/usage-bar.tsx";
import { TrendBars } from "./trend-bars.tsx";
import styles from "./allocation-tree.module.css";

interface AllocationUsageProps {
  readonly allocation: Allocation;
  readonly days: readonly DaySpend[] | undefined;
}

export function AllocationUsage({ allocation, days }: AllocationUsageProps): ReactNode {
  const { name, limitUsd, endsAt, leftUsd } = allocation;
  const used = allocation.usedUsd ?? 0;
  const held = allocation.heldUsd ?? 0;
  return (
    <>
      <div className={styles.limit}>
        {limitUsd === null ? (
          <p className="at-soft at-small">No limit of its own</p>
        ) : (
          <UsageBar
            label={`Usage of ${name}`}
            text={`${formatUsd(limitUsd)} ${windowText(allocation.per)}`}
            used={used}
            held={held}
            maximum={limitUsd}
          />
        )}
        {endsAt !== null && (
          <p className="at-soft at-small">
            {new Date(endsAt) <= new Date() ? "Ended" : "Ends"} {formatMoment(endsAt)}
          </p>
        )}
      </div>
      <div className={styles.trend}>
        <TrendBars days={days} />
      </div>
      <dl className={styles.figures}>
        <Figure name="Used" value={formatUsd(usdAfter(used, held))} />
        <Figure name="Held" value={formatUsd(held)} />
        <Figure name="Left" value={leftUsd === null ? "–" : formatUsd(leftUsd)} />
      </dl>
    </>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="at-number">{value}</dd>
    </div>
  );
}
