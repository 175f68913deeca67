"use client";

import type { IssuedCredential } from "@agent-treasury/sdk-client";
import { Dialog } from "@base-ui/react/dialog";
import { Check, Copy } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import dialog from "../parts/dialog.module.css";
import styles from "./token-dialog.module.css";

interface TokenDialogProps {
  readonly issued: IssuedCredential;
  onClose(): void;
}

/** Shows a token once. A click outside does not close it, because the token would be lost. */
export function TokenDialog({ issued, onClose }: TokenDialogProps): ReactNode {
  const { root } = useTreasuryContext();
  const { credential, token, action } = issued;
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    // A page over plain HTTP has no clipboard. The selection is then copied by hand.
    field.current?.select();
    navigator.clipboard?.writeText(token).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()} disablePointerDismissal>
      <Dialog.Portal {...root}>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup} initialFocus={field}>
          <Dialog.Title className={dialog.title}>Token of {credential.name}</Dialog.Title>
          <Dialog.Description className={dialog.description}>
            Copy the token now. It is not stored and cannot be shown again.
          </Dialog.Description>
          <div className={styles.line}>
            <input
              ref={field}
              className={`at-input ${styles.token}`}
              aria-label="Token"
              readOnly
              value={token}
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
          <p className="at-soft at-small">
            The agent sends it as <code>authorization: Bearer …</code> over HTTP or MCP.
          </p>
          {action !== null && (
            <p className="at-small">
              It is not valid before this change is approved, on the page Rules.
            </p>
          )}
          <div className={dialog.actions}>
            <Dialog.Close className="at-button at-button-solid">Done</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
