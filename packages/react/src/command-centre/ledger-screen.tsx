"use client";

import type { ReactNode } from "react";
import { LedgerTable } from "../ledger/ledger-table.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { RailList } from "../rails/rail-list.tsx";
import { OpenTabs } from "../tabs/open-tabs.tsx";
import { useTabs } from "../tabs/use-tabs.ts";
import styles from "./ledger-screen.module.css";

/** Open tabs, the ledger, and the accounts that spends are paid from. */
export function LedgerScreen(): ReactNode {
  const { data, error } = useTabs();
  // Tabs that arrive after the ledger would move it.
  if (data === undefined && error === undefined) {
    return <Placeholder lines={12} text="Loading tabs…" />;
  }
  return (
    <div className={styles.screen}>
      <OpenTabs />
      <LedgerTable />
      <RailList />
    </div>
  );
}
