import type { ReplayReport } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { formatSignedUsd, formatUsd, usdAfter } from "../../format/usd.ts";
import styles from "./replay.module.css";

interface ReplayTotalsProps {
  readonly totals: ReplayReport["totals"];
}

/** The approved amounts in fact and under the draft. */
export function ReplayTotals({ totals }: ReplayTotalsProps): ReactNode {
  const { beforeUsd, ifNoneUsd, ifAllUsd } = totals;
  return (
    <dl className={styles.totals}>
      <Total name="Approved in fact" amountUsd={beforeUsd} />
      <Total
        name="If no person approves what would wait"
        amountUsd={ifNoneUsd}
        differenceUsd={usdAfter(ifNoneUsd, beforeUsd)}
      />
      <Total
        name="If all of it is approved"
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
