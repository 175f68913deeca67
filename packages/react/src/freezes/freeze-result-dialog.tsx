"use client";

import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { formatMoment } from "../format/moment.ts";
import { formatUsd } from "../format/usd.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import type { FreezeResult } from "./use-freezing.ts";
import dialog from "../parts/dialog.module.css";
import styles from "./freezes.module.css";

interface FreezeResultDialogProps {
  readonly result: FreezeResult;
  onClose(): void;
}

/** Lists what a freeze could not stop. */
export function FreezeResultDialog({ result, onClose }: FreezeResultDialogProps): ReactNode {
  const { root } = useTreasuryContext();
  const { payments, notDone } = result;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal {...root}>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          <Dialog.Title className={dialog.title}>Payments are frozen</Dialog.Title>
          <Dialog.Description className={dialog.description}>
            {payments.length === 0
              ? "No payment was in flight."
              : "These payments had begun and cannot be recalled. The ledger records their outcome."}
          </Dialog.Description>
          {payments.length > 0 && (
            <ul className={styles.payments} aria-label="Payments in flight">
              {payments.map((payment) => (
                <li key={`${payment.workspaceId} ${payment.proposalId}`}>
                  <span className="at-number">
                    {formatUsd(payment.amountUsd)} to <bdi>{payment.vendor}</bdi>
                  </span>
                  <span className="at-soft at-small">
                    since {formatMoment(payment.since)}, by {payment.executor}, in{" "}
                    <bdi>{payment.workspaceId}</bdi>
                  </span>
                </li>
              ))}
            </ul>
          )}
          {notDone.length > 0 && (
            <div className="at-problem">
              <p>These workspaces could not be reached. Nothing starts in them either.</p>
              <ul>
                {notDone.map(({ workspaceId, problem }) => (
                  <li key={workspaceId}>
                    <bdi>{workspaceId}</bdi>: {problem}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div className={dialog.actions}>
            <Dialog.Close className="at-button at-button-solid">Done</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
