"use client";

import type { Tab } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { formatUsd } from "../format/usd.ts";
import { useTask } from "../hooks/use-task.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { useTabsUpdate } from "./use-tabs.ts";
import styles from "./tabs.module.css";

/** Unusually high settlements of a tab, which a person confirms. Nothing without one. */
export function Settlements({ tab }: { readonly tab: Tab }): ReactNode {
  const { client, announce } = useTreasuryContext();
  const update = useTabsUpdate();
  const { isBusy, problem, run } = useTask();
  if (tab.unconfirmed.length === 0) return null;
  const confirm = async (number: number, reportedUsd: number): Promise<void> => {
    await run(async () => {
      await client.tabs.confirm({ tabId: tab.id, number });
      announce(`Confirmed: ${formatUsd(reportedUsd)} charged to the tab to ${tab.vendor}.`);
    });
    update();
  };
  return (
    <div className={styles.settlements}>
      <p>Settlements far above their reservations count in full once a person confirms them.</p>
      <ul>
        {tab.unconfirmed.map(({ number, reportedUsd, countedUsd }) => (
          <li key={number}>
            <span className="at-number">
              Reported {formatUsd(reportedUsd)}, counted {formatUsd(countedUsd)}
            </span>
            <button
              type="button"
              className="at-button"
              disabled={isBusy}
              aria-label={`Confirm ${formatUsd(reportedUsd)} of reservation ${number}`}
              onClick={() => void confirm(number, reportedUsd)}
            >
              Confirm
            </button>
          </li>
        ))}
      </ul>
      <p role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </p>
    </div>
  );
}
