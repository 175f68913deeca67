"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useTreasury } from "../../lib/use-treasury.ts";
import { PartBoundary } from "../parts/part-boundary.tsx";
import { ChainStatus } from "./chain-status.tsx";
import { EntriesTable } from "./entries-table.tsx";
import { ExportButton } from "./export-button.tsx";
import styles from "./ledger.module.css";

/** Charts are large, so they load with the ledger screen. */
const Charts = dynamic(() => import("./charts.tsx").then((part) => part.Charts), {
  ssr: false,
  loading: () => <div className={styles.charts} aria-hidden="true" data-loading />,
});

export function Ledger(): ReactNode {
  const { state } = useTreasury();
  return (
    <div className={styles.ledger}>
      {state !== undefined && state.ledger.length > 0 && (
        <PartBoundary>
          <Charts treasury={state} />
        </PartBoundary>
      )}
      <section className="card" aria-labelledby="entries">
        <header className={styles.head}>
          <h2 id="entries">Ledger</h2>
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
