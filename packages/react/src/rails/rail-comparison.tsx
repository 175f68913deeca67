"use client";

import type { RailReconciliation, ReconciledRail } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { readFailureText } from "../format/failure-text.ts";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { useTask } from "../hooks/use-task.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { comparisonText, findingAmount, findingTitle } from "./rail-text.ts";
import styles from "./rails.module.css";

const days = 7;
const answerWithinMs = 60_000;

/** Compares the accounts with the ledger on request, and lists what does not match. */
export function RailComparison(): ReactNode {
  const { client } = useTreasuryContext();
  const { isBusy, problem, run } = useTask(readFailureText);
  const [found, setFound] = useState<RailReconciliation | null>(null);
  const compare = (): void => {
    void run(async () => {
      setFound(await client.rails.reconcile({ days }, { timeoutMs: answerWithinMs }));
    });
  };
  return (
    <div className={styles.comparison}>
      <button type="button" className="at-button" disabled={isBusy} onClick={compare}>
        {isBusy ? "Comparing…" : `Compare ${days} days with the ledger`}
      </button>
      <p role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </p>
      <div role="status" className={styles.results}>
        {found?.rails.map((rail) => (
          <Result key={rail.rail} rail={rail} />
        ))}
      </div>
    </div>
  );
}

function Result({ rail }: { readonly rail: ReconciledRail }): ReactNode {
  return (
    <div>
      <p className={rail.problem === null ? undefined : "at-problem"}>{comparisonText(rail)}</p>
      {rail.findings.length > 0 && (
        <ul className={styles.findings} aria-label={`Differences of ${rail.rail}`}>
          {rail.findings.map((finding) => (
            <li key={finding.id}>
              <div>
                <span className={styles.status} data-status="bad">
                  {findingTitle(finding)}
                </span>{" "}
                <span className="at-number">{findingAmount(finding)}</span>
              </div>
              <time dateTime={finding.at} title={formatFullMoment(finding.at)}>
                {formatMoment(finding.at)}
              </time>
              <code>
                {finding.id}
                {finding.workspaceId !== null && ` in ${finding.workspaceId}`}
              </code>
              {finding.description !== null && finding.description !== "" && (
                <q>
                  <bdi>{finding.description}</bdi>
                </q>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
