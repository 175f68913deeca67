import type { Tab } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { formatUsd } from "../format/usd.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import styles from "./tabs.module.css";

/** What each meter charged to a tab. Nothing without a named one. */
export function Meters({ tab }: { readonly tab: Tab }): ReactNode {
  const { vendor, meters } = tab;
  if (meters.length === 0) return null;
  return (
    <Disclosure summary={`Meters (${meters.length})`}>
      <table className={styles.table}>
        <caption className="at-hidden">Meters of the tab to {vendor}</caption>
        <thead>
          <tr>
            <th scope="col">Meter</th>
            <th scope="col" className={styles.end}>
              Charges
            </th>
            <th scope="col" className={styles.end}>
              Charged
            </th>
          </tr>
        </thead>
        <tbody>
          {meters.map(({ name, charges, chargedUsd }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td className={styles.end}>{charges.toLocaleString("en-US")}</td>
              <td className={styles.end}>{formatUsd(chargedUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}
