"use client";

import type { ReplayReport } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { formatFullMoment, formatMoment } from "../../format/moment.ts";
import { formatUsd } from "../../format/usd.ts";
import { vendorText } from "../../inbox/quote-text.ts";
import { foundText, outcomeNames, type ReplayChange } from "./replay-text.ts";
import styles from "./replay.module.css";

const shownAtFirst = 20;
const shownMore = 100;

interface ReplayChangesProps {
  readonly report: ReplayReport;
}

export function ReplayChanges({ report }: ReplayChangesProps): ReactNode {
  const { changes, changed } = report;
  const [shown, setShown] = useState(shownAtFirst);
  return (
    <>
      <div className={styles.scroll} role="region" aria-label="Changed outcomes" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.wide}>
                When
              </th>
              <th scope="col">Vendor</th>
              <th scope="col" className={styles.wide}>
                Agent
              </th>
              <th scope="col" className={styles.end}>
                Amount
              </th>
              <th scope="col">Actual</th>
              <th scope="col">Draft</th>
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, shown).map((change) => (
              <Row key={change.proposalId} change={change} />
            ))}
          </tbody>
        </table>
      </div>
      {changes.length > shown && (
        <button
          type="button"
          className="at-button at-button-quiet"
          onClick={() => setShown(shown + shownMore)}
        >
          Show more
        </button>
      )}
      {changed > changes.length && (
        <p className="at-soft at-small">
          Only the newest {changes.length.toLocaleString("en-US")} are listed.
        </p>
      )}
    </>
  );
}

function Row({ change }: { readonly change: ReplayChange }): ReactNode {
  const { createdAt, vendor, agentId, amountUsd, before, after } = change;
  return (
    <tr>
      <td className={`${styles.wide} ${styles.whole}`}>
        <time dateTime={createdAt} title={formatFullMoment(createdAt)}>
          {formatMoment(createdAt)}
        </time>
      </td>
      <td>
        <bdi>{vendorText({ vendor: vendor ?? "Erased" })}</bdi>
      </td>
      <td className={styles.wide}>
        <bdi>{agentId}</bdi>
      </td>
      <td className={`${styles.end} ${styles.whole} at-number`}>{formatUsd(amountUsd)}</td>
      <td>
        {outcomeNames[before]} <code>{foundText(change.foundBefore)}</code>
      </td>
      <td>
        <strong>{outcomeNames[after]}</strong> <code>{foundText(change.foundAfter)}</code>
      </td>
    </tr>
  );
}
