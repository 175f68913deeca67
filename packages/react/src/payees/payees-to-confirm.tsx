"use client";

import type { PaidByPolicy } from "@agent-treasury/sdk-client";
import { type ReactNode, Suspense, lazy, useState } from "react";
import type { SWRResponse } from "swr";
import { payeeAddition } from "../administration/changes-of.ts";
import { usePendingActions } from "../administration/use-actions.ts";
import { WaitingBadge } from "../administration/waiting-badge.tsx";
import { formatUsd } from "../format/usd.ts";
import { Problem } from "../parts/problem.tsx";
import { Fact, RecordHeads } from "../parts/record-facts.tsx";
import type { PaidPayee } from "./add-payee-dialog.tsx";
import row from "../parts/record-row.module.css";
import section from "../parts/record-section.module.css";

const AddPayeeDialog = lazy(async () => ({
  default: (await import("./add-payee-dialog.tsx")).AddPayeeDialog,
}));

interface PayeesToConfirmProps {
  readonly paid: SWRResponse<PaidByPolicy, unknown>;
  onConfirmed(): void;
}

/** Payees that policy paid without the check of payees, for persons to confirm. Null without one. */
export function PayeesToConfirm({ paid, onConfirmed }: PayeesToConfirmProps): ReactNode {
  const { data, error, mutate } = paid;
  const pending = usePendingActions();
  const [confirmed, setConfirmed] = useState<PaidPayee | null>(null);
  if (error !== undefined && data === undefined) {
    const title = "Payees to confirm could not be loaded.";
    return <Problem title={title} error={error} onAgain={() => void mutate()} />;
  }
  if (data === undefined || data.payees.length === 0) return null;
  return (
    <section aria-label="Payees to confirm">
      <div className={section.aside}>
        <h3>Payees to confirm</h3>
        <p className="at-soft at-small">
          Policy paid them in the last 90 days although no person had approved them. Confirm those
          that you know. Payments to others need an approver, or a message that names the payee.
          {!data.isComplete && " Only the newest 10,000 spends were read."}
        </p>
      </div>
      <RecordHeads name="Payee" facts={["Payments", "Largest"]} />
      <ul className={row.list}>
        {data.payees.map((one) => {
          const { vendor, rail, count, largestUsd } = one;
          const waiting = payeeAddition(pending, vendor, rail);
          return (
            <li key={`${rail} ${vendor}`}>
              <article className={row.row} aria-label={`${vendor} on ${rail}, to confirm`}>
                <div className={row.name}>
                  <p>
                    <bdi>{vendor}</bdi>
                    <WaitingBadge change={waiting} label="Addition waits" />
                  </p>
                  <code>{rail}</code>
                </div>
                <dl className={row.facts}>
                  <Fact name="Payments">{count}</Fact>
                  <Fact name="Largest">{formatUsd(largestUsd)}</Fact>
                </dl>
                <div className={row.buttons}>
                  <button
                    type="button"
                    className="at-button"
                    aria-label={`Confirm ${vendor}`}
                    disabled={waiting !== undefined}
                    onClick={() => setConfirmed(one)}
                  >
                    Confirm…
                  </button>
                </div>
              </article>
            </li>
          );
        })}
      </ul>
      <Suspense fallback={null}>
        {confirmed !== null && (
          <AddPayeeDialog
            paid={confirmed}
            onClose={() => setConfirmed(null)}
            onAdded={onConfirmed}
          />
        )}
      </Suspense>
    </section>
  );
}
