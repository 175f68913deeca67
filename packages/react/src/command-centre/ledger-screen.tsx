"use client";

import type { ReactNode } from "react";
import { CostSection } from "../costs/cost-section.tsx";
import { useCosts } from "../costs/use-costs.ts";
import { LedgerTable } from "../ledger/ledger-table.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { RailList } from "../rails/rail-list.tsx";
import { RefundCases } from "../refunds/refund-cases.tsx";
import { useRefundCases } from "../refunds/use-refund-cases.ts";
import { OpenTabs } from "../tabs/open-tabs.tsx";
import { useTabs } from "../tabs/use-tabs.ts";
import styles from "./ledger-screen.module.css";

/** Open tabs and refund cases, costs, the ledger, and the accounts that spends are paid from. */
export function LedgerScreen(): ReactNode {
  const lists = [useTabs(), useRefundCases(), useCosts("agent")];
  // Lists that arrive after the ledger would move it.
  if (lists.some(({ data, error }) => data === undefined && error === undefined)) {
    return <Placeholder lines={12} text="Loading the ledger…" />;
  }
  return (
    <div className={styles.screen}>
      <OpenTabs />
      <RefundCases />
      <CostSection />
      <LedgerTable />
      <RailList />
    </div>
  );
}
