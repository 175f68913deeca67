"use client";

import { type ReactNode, Suspense, lazy, useId } from "react";
import { PartBoundary } from "../parts/part-boundary.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { useTreasury } from "../provider/use-treasury.ts";
import { ChainStatus } from "./chain-status.tsx";
import { EntriesTable } from "./entries-table.tsx";
import { ExportButton } from "./export-button.tsx";
import styles from "./ledger.module.css";

/** Charts are large, so they load after the table. */
const Charts = lazy(async () => ({ default: (await import("./charts.tsx")).Charts }));

export interface LedgerTableProps {
  /** Whether charts of the balance and of daily spending are above the table. Default: true. */
  readonly charts?: boolean;
}

/** The ledger page by page, with the result of its verification and an export. */
export function LedgerTable({ charts = true }: LedgerTableProps): ReactNode {
  const id = useId();
  const { state, error } = useTreasury();
  return (
    <div className={styles.ledger}>
      {charts && state === undefined && error === undefined && <ChartsPlaceholder />}
      {charts && state !== undefined && state.ledger.length > 0 && (
        <PartBoundary>
          <Suspense fallback={<ChartsPlaceholder />}>
            <Charts treasury={state} />
          </Suspense>
        </PartBoundary>
      )}
      <section className="at-card" aria-labelledby={id}>
        <header className={styles.head}>
          <h2 id={id}>Ledger</h2>
          <div className={styles.tools}>
            <ChainStatus newestSequence={state?.ledger[0]?.sequence ?? 0} />
            <ExportButton isDisabled={state === undefined || state.ledger.length === 0} />
          </div>
        </header>
        <EntriesTable newestEntryId={state?.ledger[0]?.id ?? null} />
      </section>
    </div>
  );
}

/** Of the size of the charts. */
function ChartsPlaceholder(): ReactNode {
  return (
    <div className={styles.charts} aria-hidden="true">
      {["Balance", "Daily spending and cap"].map((title) => (
        <figure key={title} className={`at-card ${styles.chart}`}>
          <h2>{title}</h2>
          <div className={styles.canvas}>
            <Placeholder isCard={false} lines={8} text={`Loading the chart “${title}”…`} />
          </div>
          <figcaption>{"\u00a0"}</figcaption>
        </figure>
      ))}
    </div>
  );
}
