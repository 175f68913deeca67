"use client";

import type { RefundCase } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { formatFullMoment } from "../format/moment.ts";
import { Moment } from "../parts/record-facts.tsx";
import { stepText } from "./refund-text.ts";
import { useRefundCase } from "./use-refund-cases.ts";
import styles from "./refunds.module.css";

/** What was done, what was delivered, and what a person can send. */
export function RefundDetails({ found }: { readonly found: RefundCase }): ReactNode {
  const { data } = useRefundCase(found.proposalId);
  const { delivered, offeredType, steps } = found;
  const dispute = data?.dispute ?? null;
  return (
    <div className={styles.details}>
      <p>
        {delivered === null
          ? "No answer of the seller is stored."
          : `The stored answer has status ${delivered.status}, type ${delivered.contentType ?? "unknown"} and ${delivered.bytes} bytes.`}
        {offeredType !== null && ` The seller offered the type ${offeredType}.`}
      </p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={`${step.at} ${step.kind}`}>
            <Moment at={step.at} /> {stepText(step.kind)}
            {step.by !== null && (
              <>
                {" by "}
                <bdi>{step.by}</bdi>
              </>
            )}
            {step.text !== null && (
              <>
                {": "}
                <bdi>{step.text}</bdi>
              </>
            )}
          </li>
        ))}
      </ol>
      {data !== undefined && (
        <label className={styles.letter}>
          Request for a refund, to send to the payee
          <textarea readOnly rows={8} value={data.letter} />
        </label>
      )}
      {dispute !== null && (
        <p>
          A dispute of the kind “{dispute.reason.replaceAll("_", " ")}” is possible
          {dispute.until !== null && ` until ${formatFullMoment(dispute.until)}`}. The letter has
          the explanation.
        </p>
      )}
    </div>
  );
}
