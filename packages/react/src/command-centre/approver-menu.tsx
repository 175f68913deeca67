"use client";

import { Popover } from "@base-ui/react/popover";
import { LogOut, UserRound } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { failureText } from "../format/failure-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { PasskeyButton, PasskeyDialogs } from "./passkey-menu.tsx";
import styles from "./menu.module.css";

export interface ApproverMenuProps {
  /** Ends the session. Default: no button. */
  readonly onSignOut?: (() => Promise<void>) | undefined;
}

export function ApproverMenu({ onSignOut }: ApproverMenuProps): ReactNode {
  const { approver, approverName, announce, root } = useTreasuryContext();
  const [isOpen, setOpen] = useState(false);
  const [showsPasskeys, setShowsPasskeys] = useState(false);
  const openPasskeys = (): void => {
    setOpen(false);
    setShowsPasskeys(true);
  };
  const signOut = (): void => {
    onSignOut?.().catch((error: unknown) => announce(failureText(error), "bad"));
  };
  const shown = approverName === "" ? "Not signed in" : approverName;
  return (
    <>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger
          className={`${styles.trigger} ${styles.person}`}
          aria-label={`Approver: ${shown}`}
        >
          <UserRound size={15} aria-hidden="true" />
          <span>
            <bdi>{shown}</bdi>
          </span>
        </Popover.Trigger>
        <Popover.Portal {...root}>
          <Popover.Positioner className={styles.positioner} sideOffset={6} align="end">
            <Popover.Popup className={styles.popup}>
              {approver == null ? (
                <TypedName />
              ) : (
                <>
                  <Popover.Title>
                    <bdi>{approver}</bdi>
                  </Popover.Title>
                  <p className="at-soft at-small">
                    Signed in. Your decisions are recorded under this name.
                  </p>
                  <PasskeyButton onOpen={openPasskeys} />
                  {onSignOut !== undefined && (
                    <button type="button" className="at-button" onClick={signOut}>
                      <LogOut size={15} aria-hidden="true" /> Sign out
                    </button>
                  )}
                </>
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {approver != null && (
        <PasskeyDialogs isOpen={showsPasskeys} onClose={() => setShowsPasskeys(false)} />
      )}
    </>
  );
}

/** The name of a person without sign-in. */
function TypedName(): ReactNode {
  const id = useId();
  const { approverName, nameApprover } = useTreasuryContext();
  return (
    <>
      <Popover.Title>You are not signed in</Popover.Title>
      <div className="at-field">
        <label htmlFor={id}>Your name</label>
        <input
          id={id}
          className="at-input"
          defaultValue={approverName}
          maxLength={100}
          autoComplete="name"
          onChange={(event) => nameApprover(event.target.value)}
        />
      </div>
      <p className="at-soft at-small">
        This name is recorded as not verified, because sign-in is off. Set TREASURY_OPERATORS to
        turn it on.
      </p>
    </>
  );
}
