import type { ReplayReport } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { formatSignedUsd, formatUsd, usdAfter } from "../../format/usd.ts";
import styles from "./replay.module.css";

interface ReplayTotalsProps {
  readonly totals: ReplayReport["totals"];
}

/** The approved amounts: actual, and under the draft if none or all of the spends that need approval get it. */
export function ReplayTotals({ totals }: ReplayTotalsProps): ReactNode {
  const { beforeUsd, ifNoneUsd, ifAllUsd } = totals;
  return (
    <dl className={styles.totals}>
      <Total name="Actually approved" amountUsd={beforeUsd} />
      <Total
        name="Draft, without approvals"
        amountUsd={ifNoneUsd}
        differenceUsd={usdAfter(ifNoneUsd, beforeUsd)}
      />
      <Total
        name="Draft, with all approvals"
        amountUsd={ifAllUsd}
        differenceUsd={usdAfter(ifAllUsd, beforeUsd)}
      />
    </dl>
  );
}

interface TotalProps {
  readonly name: string;
  readonly amountUsd: number;
  readonly differenceUsd?: number;
}

function Total({ name, amountUsd, differenceUsd }: TotalProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="at-number">
        {formatUsd(amountUsd)}
        {differenceUsd !== undefined && (
          <span className="at-soft at-small">
            {" "}
            {differenceUsd === 0 ? "no difference" : formatSignedUsd(differenceUsd)}
          </span>
        )}
      </dd>
    </div>
  );
}
