"use client";

import type { TreasuryState } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { DepositButton } from "../deposit/deposit-button.tsx";
import { formatUsd, shareOf } from "../format/usd.ts";
import { useTreasury } from "../provider/use-treasury.ts";
import styles from "./money-summary.module.css";

export interface MoneySummaryProps {
  /** Buttons beside that of deposits. */
  readonly children?: ReactNode;
}

/** Available money, balance, held amounts and today's spending, with a button that opens a checkout. */
export function MoneySummary({ children }: MoneySummaryProps): ReactNode {
  const { state, isDisconnected } = useTreasury();
  return (
    <section
      className={`at-card ${styles.figures}`}
      aria-label="Money"
      aria-busy={state === undefined}
      data-stale={isDisconnected}
    >
      <dl className={styles.list}>
        <Figure label="Available to spend" isMain value={state?.availableUsd} />
        <Figure
          label="Balance"
          value={state?.balanceUsd}
          hint={
            state === undefined ? "\u00a0" : `${formatUsd(state.budget.minReserveUsd)} in reserve`
          }
        />
        <Figure label="Held" value={state?.heldUsd} hint="approved, not settled" />
        <SpentToday state={state} />
      </dl>
      <div className={styles.actions}>
        {children}
        <DepositButton />
      </div>
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly hint?: string | undefined;
  readonly isMain?: boolean;
}

function Figure({ label, value, hint, isMain = false }: FigureProps): ReactNode {
  return (
    <div className={styles.figure} data-main={isMain}>
      <dt>{label}</dt>
      <dd className={`at-number ${styles.value}`}>
        {value === undefined ? <span className={styles.unknown}>–</span> : formatUsd(value)}
      </dd>
      {hint !== undefined && <dd className={styles.hint}>{hint}</dd>}
    </div>
  );
}

function SpentToday({ state }: { readonly state: TreasuryState | undefined }): ReactNode {
  const spent = state?.spentTodayUsd;
  const cap = state?.budget.dailySpendCapUsd;
  const share = spent === undefined || cap === undefined ? 0 : shareOf(spent, cap);
  return (
    <div className={styles.figure}>
      <dt>Spent today</dt>
      <dd className={`at-number ${styles.value}`}>
        {spent === undefined ? <span className={styles.unknown}>–</span> : formatUsd(spent)}
        {cap !== undefined && <span className={styles.of}> of {formatUsd(cap)}</span>}
      </dd>
      <dd
        className={styles.meter}
        data-level={share >= 1 ? "full" : share >= 0.8 ? "high" : "low"}
        aria-hidden="true"
      >
        <span style={{ inlineSize: `${share * 100}%` }} />
      </dd>
    </div>
  );
}
