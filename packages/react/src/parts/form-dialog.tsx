"use client";

import { Dialog } from "@base-ui/react/dialog";
import type { FormEvent, ReactNode } from "react";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import styles from "./dialog.module.css";

interface FormDialogProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  readonly title: string;
  readonly description: ReactNode;
  /** The label of the submit button. */
  readonly action: string;
  /** Default: `solid`. */
  readonly tone?: "solid" | "approve" | "danger";
  readonly isBusy: boolean;
  readonly problem: string | null;
  onSubmit(form: FormData): void;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps): ReactNode {
  const {
    open,
    onOpenChange,
    title,
    description,
    action,
    tone = "solid",
    isBusy,
    problem,
    children,
  } = props;
  const { root } = useTreasuryContext();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    props.onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        // The answer may be shown only once, for example a token.
        if (!isBusy) onOpenChange(next);
      }}
    >
      <Dialog.Portal {...root}>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup}>
          <Dialog.Title className={styles.title}>{title}</Dialog.Title>
          <Dialog.Description className={styles.description} render={<div />}>
            {description}
          </Dialog.Description>
          <form className={styles.form} onSubmit={submit} noValidate>
            {children}
            <p role="alert" className="at-problem" hidden={problem === null}>
              {problem}
            </p>
            <div className={styles.actions}>
              <Dialog.Close className="at-button" disabled={isBusy}>
                Cancel
              </Dialog.Close>
              <button type="submit" className={`at-button at-button-${tone}`} disabled={isBusy}>
                {action}
              </button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
