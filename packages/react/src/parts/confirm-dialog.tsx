"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import styles from "./dialog.module.css";

interface ConfirmDialogProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  readonly title: string;
  readonly description: ReactNode;
  /** The label of the confirm button. */
  readonly action: string;
  readonly tone: "approve" | "danger";
  onConfirm(): void;
}

export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { open, onOpenChange, title, description, action, tone, onConfirm } = props;
  const { root } = useTreasuryContext();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal {...root}>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.popup}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.description} render={<div />}>
            {description}
          </AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Close className="at-button">Cancel</AlertDialog.Close>
            <AlertDialog.Close className={`at-button at-button-${tone}`} onClick={onConfirm}>
              {action}
            </AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
