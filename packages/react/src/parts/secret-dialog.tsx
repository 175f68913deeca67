"use client";

import { Dialog } from "@base-ui/react/dialog";
import { Check, Copy } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import dialog from "./dialog.module.css";
import styles from "./secret-dialog.module.css";

interface SecretDialogProps {
  readonly title: string;
  /** The name of the secret, for example "Token". */
  readonly label: string;
  readonly secret: string;
  /** How the secret is used. */
  readonly children: ReactNode;
  onClose(): void;
}

/** Shows a secret once. Only its button closes it, because the secret would be lost. */
export function SecretDialog(props: SecretDialogProps): ReactNode {
  const { title, label, secret, children, onClose } = props;
  const { root } = useTreasuryContext();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    // A page over plain HTTP has no clipboard. The selection is then copied by hand.
    field.current?.select();
    navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Dialog.Root
      open
      onOpenChange={(_isOpen, { reason }) => reason === "close-press" && onClose()}
      disablePointerDismissal
    >
      <Dialog.Portal {...root}>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup} initialFocus={field}>
          <Dialog.Title className={dialog.title}>{title}</Dialog.Title>
          <Dialog.Description className={dialog.description}>
            Copy the {label.toLowerCase()} now. It cannot be shown again.
          </Dialog.Description>
          <div className={styles.line}>
            <input
              ref={field}
              className={`at-input ${styles.secret}`}
              aria-label={label}
              readOnly
              value={secret}
              onFocus={(event) => event.currentTarget.select()}
            />
            <button type="button" className="at-button" onClick={copy}>
              {isCopied ? (
                <Check size={15} aria-hidden="true" />
              ) : (
                <Copy size={15} aria-hidden="true" />
              )}
              {isCopied ? "Copied" : "Copy"}
            </button>
          </div>
          {children}
          <div className={dialog.actions}>
            <Dialog.Close className="at-button at-button-solid">Done</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
