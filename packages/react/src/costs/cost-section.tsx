"use client";

import type { Costs } from "@agent-treasury/sdk-client";
import { Download } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { formatUsd, shareOf, usdAfter } from "../format/usd.ts";
import { RecordSection } from "../parts/record-section.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { isHidden } from "../rails/use-rails.ts";
import { saveFile } from "../support/save-file.ts";
import { costCounts, costLabel, costRows, costsCsv, groupings } from "./cost-text.ts";
import { useCosts } from "./use-costs.ts";
import styles from "./costs.module.css";

const rowsShown = 10;

/** What the last 30 days cost, as bars. Nothing before the first spend. */
export function CostSection(): ReactNode {
  const [by, setBy] = useState<Costs["by"]>("agent");
  const { data, error, mutate } = useCosts(by);
  const heading = useRef<HTMLHeadingElement>(null);
  const isMissing = data === undefined && (error === undefined || isHidden(error));
  if (isMissing || (error === undefined && data?.rows.length === 0)) return null;
  return (
    <RecordSection
      title="Costs"
      note={data === undefined ? "" : `${formatUsd(data.totalUsd)} in the last 30 days, as posted.`}
      heading={heading}
      button={data && <Controls costs={data} by={by} onBy={setBy} />}
      error={error}
      isLoaded={data !== undefined}
      onAgain={() => void mutate()}
    >
      {data !== undefined && <Bars key={data.by} costs={data} />}
    </RecordSection>
  );
}

interface ControlsProps {
  readonly costs: Costs;
  readonly by: Costs["by"];
  onBy(by: Costs["by"]): void;
}

function Controls({ costs, by, onBy }: ControlsProps): ReactNode {
  const { workspaceId } = useTreasuryContext();
  return (
    <span className={styles.controls}>
      <select
        aria-label="Sum up costs by"
        className="at-input"
        value={by}
        onChange={(event) => onBy(event.target.value as Costs["by"])}
      >
        {groupings.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="at-button"
        aria-label="Export costs as CSV"
        onClick={() => saveFile(`costs-${workspaceId}-by-${costs.by}.csv`, costsCsv(costs))}
      >
        <Download size={15} aria-hidden="true" /> CSV
      </button>
    </span>
  );
}

function Bars({ costs }: { readonly costs: Costs }): ReactNode {
  const [isAll, setAll] = useState(false);
  const rows = costRows(costs);
  const most = Math.max(...rows.map(({ amountUsd }) => amountUsd));
  const shown = isAll ? rows : rows.slice(0, rowsShown);
  return (
    <div className={styles.costs}>
      <p className={styles.legend} aria-hidden="true">
        <span data-kind="purchases">Purchases</span>
        <span data-kind="charges">Charges of tabs, such as model calls</span>
      </p>
      <ul className={styles.bars} aria-label={`Costs by ${costs.by}`}>
        {shown.map((row) => (
          <li key={row.key}>
            <bdi className={styles.label}>{costLabel(costs.by, row)}</bdi>
            <span className={styles.bar} aria-hidden="true">
              <Part
                kind="purchases"
                share={shareOf(usdAfter(row.amountUsd, row.chargedUsd), most)}
              />
              <Part kind="charges" share={shareOf(row.chargedUsd, most)} />
            </span>
            <span className={styles.amount}>{formatUsd(row.amountUsd)}</span>
            <span className={styles.counts}>{costCounts(row)}</span>
          </li>
        ))}
      </ul>
      {shown.length < rows.length && (
        <button type="button" className="at-button" onClick={() => setAll(true)}>
          Show all {rows.length}
        </button>
      )}
      {!costs.isComplete && (
        <p className="at-soft at-small">Only the newest 100,000 ledger entries are counted.</p>
      )}
    </div>
  );
}

function Part({ kind, share }: { readonly kind: string; readonly share: number }): ReactNode {
  return <span data-kind={kind} style={{ inlineSize: `${share * 100}%` }} />;
}
