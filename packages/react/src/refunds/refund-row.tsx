"use client";

import type { RefundCase } from "@agent-treasury/sdk-client";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { formatUsd } from "../format/usd.ts";
import { useTask } from "../hooks/use-task.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { Fact, Moment } from "../parts/record-facts.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { RefundDetails } from "./refund-details.tsx";
import { reasonText } from "./refund-text.ts";
import { useRefundCasesUpdate } from "./use-refund-cases.ts";
import row from "../parts/record-row.module.css";
import styles from "./refunds.module.css";

const RefundDialog = lazy(async () => ({
  default: (await import("./refund-dialog.tsx")).RefundDialog,
}));
const StepDialog = lazy(async () => ({
  default: (await import("./step-dialog.tsx")).StepDialog,
}));

interface RefundRowProps {
  readonly found: RefundCase;
  onEnded(): void;
}

export function RefundRow({ found, onEnded }: RefundRowProps): ReactNode {
  const { client, announce } = useTreasuryContext();
  const update = useRefundCasesUpdate();
  const { isBusy, problem, run } = useTask();
  const [dialog, setDialog] = useState<"refund" | "step" | null>(null);
  const { proposalId, vendor, purpose } = found;
  const changed = (after: RefundCase): void => {
    update();
    if (!after.isOpen) onEnded();
  };
  const askAgain = async (): Promise<void> => {
    await run(async () => {
      const { case: after } = await client.refunds.askAgain({ proposalId });
      const said = after.steps.findLast(({ kind }) => kind === "asked_again")?.text ?? "";
      announce(`${vendor} was asked again. ${said}`);
      changed(after);
    });
  };
  return (
    <article className={row.row} aria-label={`Refund case of ${vendor}`}>
      <div className={row.name}>
        <p>
          <bdi>{vendor}</bdi>
        </p>
        <span className="at-soft at-small">
          <bdi>{purpose}</bdi>
        </span>
      </div>
      <dl className={row.facts}>
        <Fact name="Paid">{formatUsd(found.paidUsd)}</Fact>
        <Fact name="Refunded">{formatUsd(found.refundedUsd)}</Fact>
        <Fact name="Reason">{reasonText(found.reason)}</Fact>
        <Fact name="Ends">
          <Moment at={found.endsAt} />
        </Fact>
      </dl>
      <div className={styles.below}>
        <div className={styles.buttons}>
          {found.canAskAgain && (
            <button
              type="button"
              className="at-button"
              disabled={isBusy}
              aria-label={`Ask again: ${vendor}`}
              onClick={() => void askAgain()}
            >
              {isBusy ? "Asking…" : "Ask again"}
            </button>
          )}
          <button
            type="button"
            className="at-button"
            aria-label={`Record refund… of ${vendor}`}
            onClick={() => setDialog("refund")}
          >
            Record refund…
          </button>
          <button
            type="button"
            className="at-button"
            aria-label={`Record step… of ${vendor}`}
            onClick={() => setDialog("step")}
          >
            Record step…
          </button>
        </div>
        <p role="alert" className="at-problem" hidden={problem === null}>
          {problem}
        </p>
        <Disclosure summary="Steps, letter and evidence">
          <RefundDetails found={found} />
        </Disclosure>
      </div>
      <Suspense>
        {dialog === "refund" && (
          <RefundDialog found={found} onClose={() => setDialog(null)} onRecorded={changed} />
        )}
        {dialog === "step" && (
          <StepDialog found={found} onClose={() => setDialog(null)} onRecorded={changed} />
        )}
      </Suspense>
    </article>
  );
}
