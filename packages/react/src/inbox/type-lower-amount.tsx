"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { type ReactNode, useId } from "react";
import { formatUsd, usdAfter } from "../format/usd.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { lowerAmountText } from "./lower-amount.ts";
import type { LowerAmount } from "./use-lower-amount.ts";

interface TypeLowerAmountProps {
  readonly proposal: Proposal;
  readonly balanceUsd: number;
  readonly lower: LowerAmount;
}

/** The field for an amount below the proposed one, with the balance afterwards. */
export function TypeLowerAmount(props: TypeLowerAmountProps): ReactNode {
  const { proposal, balanceUsd, lower } = props;
  const { typed, amount, type } = lower;
  const id = useId();
  const share = lowerAmountText(proposal);
  return (
    <>
      {share !== null && <p className="at-small at-number">{share} so far.</p>}
      <Disclosure summary="Approve less">
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
      </Disclosure>
    </>
  );
}
