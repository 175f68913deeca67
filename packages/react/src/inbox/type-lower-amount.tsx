"use client";

import { type ReactNode, useId } from "react";
import { formatUsd, usdAfter } from "../format/usd.ts";
import type { LowerAmount } from "./use-lower-amount.ts";

interface TypeLowerAmountProps {
  readonly balanceUsd: number;
  readonly lower: LowerAmount;
}

/** The field for an amount below the proposed one, with the balance afterwards. */
export function TypeLowerAmount({ balanceUsd, lower }: TypeLowerAmountProps): ReactNode {
  const { typed, amount, type } = lower;
  const id = useId();
  return (
    <div className="at-field">
      <label htmlFor={id}>Amount to approve in USD</label>
      <input
        id={id}
        className="at-input at-number"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        placeholder={formatUsd(amount.payableUsd)}
        aria-describedby={`${id}-effect`}
        aria-invalid={amount.problem !== null}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <p
        id={`${id}-effect`}
        role="status"
        className={amount.problem === null ? "at-soft at-small at-number" : "at-problem"}
      >
        {amount.problem ??
          `Balance afterwards: ${formatUsd(usdAfter(balanceUsd, amount.payableUsd))}.`}
      </p>
    </div>
  );
}
