"use client";

import type { ReactNode } from "react";
import { CostSection } from "../costs/cost-section.tsx";
import { useCosts } from "../costs/use-costs.ts";
import { LedgerTable } from "../ledger/ledger-table.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { RailList } from "../rails/rail-list.tsx";
import { OpenTabs } from "../tabs/open-tabs.tsx";
import { useTabs } from "../tabs/use-tabs.ts";
import styles from "./ledger-screen.module.css";

/** Open tabs, costs, the ledger, and the accounts that spends are paid from. */
export function LedgerScreen(): ReactNode {
  const lists = [useTabs(), useCosts("agent")];
  // Lists that arrive after the ledger would move it.
  if (lists.some(({ data, error }) => data === undefined && error === undefined)) {
    return <Placeholder lines={12} text="Loading the ledger…" />;
  }
  return (
    <div className={styles.screen}>
      <OpenTabs />
      <CostSection />
      <LedgerTable />
      <RailList />
    </div>
  );
}
