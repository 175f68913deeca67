"use client";

import type { TreasuryState } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { BalanceChart } from "./balance-chart.tsx";
import { SpendChart } from "./spend-chart.tsx";
import styles from "./ledger.module.css";

interface ChartsProps {
  readonly treasury: TreasuryState;
}

export function Charts({ treasury }: ChartsProps): ReactNode {
  return (
    <div className={styles.charts}>
      <BalanceChart entries={treasury.ledger} />
      <SpendChart treasury={treasury} />
    </div>
  );
}
