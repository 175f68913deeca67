"use client";

import { Popover } from "@base-ui/react/popover";
import { Bell, LogOut, UserRound } from "lucide-react";
import { type ReactNode, Suspense, lazy, useId, useState } from "react";
import { failureText } from "../format/failure-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { useTreasury } from "../provider/use-treasury.ts";
import { PasskeyButton, PasskeyDialogs } from "./passkey-menu.tsx";
import styles from "./menu.module.css";

const NotificationsDialog = lazy(async () => ({
  default: (await import("../notifications/notifications-dialog.tsx")).NotificationsDialog,
}));

export interface ApproverMenuProps {
  /**
   * Address of the service worker of `@agent-treasury/approvals-push`, so that people can turn on
   * notifications. Default: no notifications.
   */
  readonly serviceWorkerUrl?: string | undefined;
  /** Ends the session. Default: no button. */
  readonly onSignOut?: (() => Promise<void>) | undefined;
}

export function ApproverMenu({ onSignOut, serviceWorkerUrl }: ApproverMenuProps): ReactNode {
  const { approver, approverName, announce, root } = useTreasuryContext();
  const [isOpen, setOpen] = useState(false);
  const { state } = useTreasury();
  const [dialog, setDialog] = useState<"passkeys" | "notifications" | null>(null);
  const open = (shown: typeof dialog): void => {
    setOpen(false);
    setDialog(shown);
  };
  const close = (): void => setDialog(null);
  const notifies = serviceWorkerUrl !== undefined && state?.plugins.includes("push") === true;
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
                  <PasskeyButton onOpen={() => open("passkeys")} />
                  {notifies && (
                    <button
                      type="button"
                      className="at-button"
                      onClick={() => open("notifications")}
                    >
                      <Bell size={15} aria-hidden="true" /> Notifications…
                    </button>
                  )}
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
      {approver != null && <PasskeyDialogs isOpen={dialog === "passkeys"} onClose={close} />}
      {dialog === "notifications" && serviceWorkerUrl !== undefined && (
        <Suspense fallback={null}>
          <NotificationsDialog workerUrl={serviceWorkerUrl} onClose={close} />
        </Suspense>
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
