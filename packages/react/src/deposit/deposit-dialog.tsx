"use client";

import type { TreasuryState } from "@agent-treasury/sdk-client";
import { type ReactNode, useId, useState } from "react";
import { failureText } from "../format/failure-text.ts";
import { formatUsd } from "../format/usd.ts";
import { moneyKind } from "../money/money-kind.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { readDepositAmount } from "./deposit-amount.ts";
import { rememberDeposit } from "./deposit-memory.ts";
import styles from "./deposit.module.css";

const suggested = [25, 50, 100, 250];
const whatCanBeDeposited = "Enter an amount from 1 to 999,999.99 USD, in whole cents.";

interface DepositDialogProps {
  readonly treasury: TreasuryState;
  onClose(): void;
}

export function DepositDialog({ treasury, onClose }: DepositDialogProps): ReactNode {
  const id = useId();
  const { client, workspaceId } = useTreasuryContext();
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
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Add money"
      description={`${moneyKind(treasury).text} The amount is credited when the payment processor confirms the payment.`}
      action={isBusy ? "Opening the checkout…" : "Go to checkout"}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void goToCheckout()}
    >
      <div className="at-field">
        <label htmlFor={id}>Amount in USD</label>
        <div className={styles.amount}>
          <span aria-hidden="true">$</span>
          <input
            id={id}
            className="at-input at-number"
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
            className="at-button at-number"
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
