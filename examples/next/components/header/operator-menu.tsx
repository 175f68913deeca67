"use client";

import type { PageSession } from "@agent-treasury/server";
import { Popover } from "@base-ui/react/popover";
import { LogOut, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useCommand } from "../../lib/command-context.ts";
import { failureText } from "../../lib/failure-text.ts";
import { signOut } from "../../lib/use-session.ts";
import styles from "./menu.module.css";

interface OperatorMenuProps {
  onSession(session?: PageSession): void;
}

export function OperatorMenu({ onSession }: OperatorMenuProps): ReactNode {
  const { session, operatorName, nameOperator, announce } = useCommand();
  const leave = (): void => {
    signOut().then(onSession, (error: unknown) => announce(failureText(error), "bad"));
  };
  const shown = operatorName === "" ? "Not signed in" : operatorName;
  return (
    <Popover.Root>
      <Popover.Trigger
        className={`${styles.trigger} ${styles.person}`}
        aria-label={`Approver: ${shown}`}
      >
        <UserRound size={15} aria-hidden="true" />
        <span>
          <bdi>{shown}</bdi>
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} sideOffset={6} align="end">
          <Popover.Popup className={styles.popup}>
            {session.operator === null ? (
              <>
                <Popover.Title>You are not signed in</Popover.Title>
                <div className="field">
                  <label htmlFor="operator">Your name</label>
                  <input
                    id="operator"
                    className="input"
                    defaultValue={operatorName}
                    maxLength={100}
                    autoComplete="name"
                    onChange={(event) => nameOperator(event.target.value)}
                  />
                </div>
                <p className="soft small">
                  This name is recorded as not verified, because sign-in is off. Set
                  TREASURY_OPERATORS to turn it on.
                </p>
              </>
            ) : (
              <>
                <Popover.Title>
                  <bdi>{session.operator}</bdi>
                </Popover.Title>
                <p className="soft small">
                  Signed in. Your decisions are recorded under this name.
                </p>
                <button type="button" className="button" onClick={leave}>
                  <LogOut size={15} aria-hidden="true" /> Sign out
                </button>
              </>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
