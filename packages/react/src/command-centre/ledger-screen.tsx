"use client";

import type { ReactNode } from "react";
import { LedgerTable } from "../ledger/ledger-table.tsx";
import { RailList } from "../rails/rail-list.tsx";
import styles from "./ledger-screen.module.css";

/** The ledger, and the accounts that spends are paid from. */
export function LedgerScreen(): ReactNode {
  return (
    <div className={styles.screen}>
      <LedgerTable />
      <RailList />
    </div>
  );
}
