"use client";

import { CircleAlert, CircleCheck, CircleSlash, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { formatUsd } from "../format/usd.ts";
import type { DepositReturn } from "./deposit-return.ts";
import { type DepositStatus, useDepositReturn } from "./use-deposit-return.ts";
import styles from "./deposit.module.css";

interface DepositNoticeProps {
  readonly deposit: DepositReturn;
}

/** The progress of a deposit after its payer returned. */
export function DepositNotice(props: DepositNoticeProps): ReactNode {
  const { deposit, again, dismiss } = useDepositReturn(props.deposit);
  const canAskAgain = deposit.stage === "unpaid" || deposit.stage === "failed";
  const isOver = deposit.stage !== "none" && deposit.stage !== "confirming";
  return (
    <div role="status" aria-label="Deposit" className={styles.status}>
      {deposit.stage !== "none" && (
        <div className={styles.notice} data-tone={toneOf(deposit)}>
          <Mark deposit={deposit} />
          <p>{textOf(deposit)}</p>
          {canAskAgain && (
            <button type="button" className="at-button" onClick={again}>
              Check again
            </button>
          )}
          {isOver && (
            <button type="button" className="at-button at-button-quiet" onClick={dismiss}>
              Dismiss
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function textOf(deposit: DepositStatus): string {
  switch (deposit.stage) {
    case "none":
      return "";
    case "cancelled":
      return "The deposit was cancelled. Nothing was charged.";
    case "confirming":
      return "Confirming the deposit with the payment processor…";
    case "unpaid":
      return "The payment processor has not confirmed this deposit yet, so nothing was credited.";
    case "credited":
      return deposit.duplicate
        ? `This deposit of ${formatUsd(deposit.depositedUsd)} was credited before. It was not credited again.`
        : `${formatUsd(deposit.depositedUsd)} was added to the ledger.`;
    case "failed":
      return `The deposit was not credited. ${deposit.problem}`;
  }
}

function toneOf({ stage }: DepositStatus): "good" | "plain" | "bad" {
  if (stage === "credited") return "good";
  return stage === "failed" ? "bad" : "plain";
}

function Mark({ deposit }: { readonly deposit: DepositStatus }): ReactNode {
  switch (deposit.stage) {
    case "confirming":
      return <LoaderCircle size={18} className={styles.spinner} aria-hidden="true" />;
    case "credited":
      return <CircleCheck size={18} aria-hidden="true" />;
    case "cancelled":
      return <CircleSlash size={18} aria-hidden="true" />;
    default:
      return <CircleAlert size={18} aria-hidden="true" />;
  }
}
