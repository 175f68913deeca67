"use client";

import type { Tab, TabCharge, TabCharges } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import useSWR from "swr";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { formatUsd } from "../format/usd.ts";
import { Placeholder } from "../parts/placeholder.tsx";
import { Problem } from "../parts/problem.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { Settlements } from "./settlements.tsx";
import styles from "./tabs.module.css";

interface EntryChargesProps {
  readonly tabId: string;
  /** The number of the entry among those of the tab. */
  readonly posting: number;
}

/** The charges of a ledger entry, and the settlements of its tab that a person has to confirm. */
export function EntryCharges({ tabId, posting }: EntryChargesProps): ReactNode {
  const { client, workspaceId } = useTreasuryContext();
  const { data, error, mutate } = useSWR<readonly [TabCharges, { readonly tab: Tab }], unknown>(
    ["charges", workspaceId, tabId, posting],
    () => Promise.all([client.tabs.charges({ tabId, posting }), client.tabs.read({ tabId })]),
  );
  if (data === undefined) {
    if (error === undefined) {
      return <Placeholder isCard={false} lines={3} text="Loading charges…" />;
    }
    const title = "The charges could not be loaded.";
    return <Problem title={title} error={error} onAgain={() => void mutate()} />;
  }
  const [{ charges }, { tab }] = data;
  return (
    <div className={styles.charges}>
      <Settlements tab={tab} />
      {charges.length === 0 ? (
        <p className="at-soft">The charges of this entry are not stored.</p>
      ) : (
        <div className={styles.scroll} role="region" aria-label="Charges" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">No.</th>
                <th scope="col">When</th>
                <th scope="col">Meter</th>
                <th scope="col" className={styles.end}>
                  Charged
                </th>
              </tr>
            </thead>
            <tbody>
              {charges.map((charge, index) => (
                <Charge key={index} charge={charge} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function Charge({ charge }: { readonly charge: TabCharge }): ReactNode {
  const { number, at, meter, kind, amountUsd } = charge;
  return (
    <tr>
      <td>{number}</td>
      <td>
        <time dateTime={at} title={formatFullMoment(at)}>
          {formatMoment(at)}
        </time>
      </td>
      <td className={styles.meter}>
        <bdi>{meter ?? "–"}</bdi>
        {kind !== "charge" && <span className={styles.kind}>{kind}</span>}
      </td>
      <td className={styles.end}>{formatUsd(amountUsd)}</td>
    </tr>
  );
}
