"use client";

import type { TreasuryState } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { useCommand } from "../../lib/command-context.ts";
import { readDepositAmount } from "../../lib/deposit-amount.ts";
import { rememberDeposit } from "../../lib/deposit-memory.ts";
import { failureText } from "../../lib/failure-text.ts";
import { moneyKind } from "../../lib/money-kind.ts";
import { formatUsd } from "../../lib/usd.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import styles from "./deposit.module.css";

const suggested = [25, 50, 100, 250];
const whatCanBeDeposited = "Enter an amount from 1 to 999,999.99 USD, in whole cents.";

interface DepositDialogProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  readonly treasury: TreasuryState;
}

export function DepositDialog({ open, onOpenChange, treasury }: DepositDialogProps): ReactNode {
  const { client, workspaceId } = useCommand();
  const [amount, setAmount] = useState("50");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const goToCheckout = async (): Promise<void> => {
    const amountUsd = readDepositAmount(amount);
    if (amountUsd === null) {
      setProblem(whatCanBeDeposited);
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const session = await client.treasury.deposit({ amountUsd });
      if (!/^https?:\/\//.test(session.url)) throw new Error("The checkout has no web address.");
      rememberDeposit(session.id, workspaceId);
      location.assign(session.url);
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add money"
      description={`${moneyKind(treasury).text} It is credited when the payment processor confirms it.`}
      action={isBusy ? "Opening the checkout…" : "Go to checkout"}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void goToCheckout()}
    >
      <div className="field">
        <label htmlFor="deposit-amount">Amount in USD</label>
        <div className={styles.amount}>
          <span aria-hidden="true">$</span>
          <input
            id="deposit-amount"
            className="input number"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            aria-invalid={problem === whatCanBeDeposited}
            onChange={(event) => setAmount(event.target.value)}
          />
        </div>
      </div>
      <div className={styles.suggested}>
        {suggested.map((value) => (
          <button
            key={value}
            type="button"
            className="button number"
            aria-pressed={amount === String(value)}
            onClick={() => setAmount(String(value))}
          >
            {formatUsd(value).replace(".00", "")}
          </button>
        ))}
      </div>
    </FormDialog>
  );
}
