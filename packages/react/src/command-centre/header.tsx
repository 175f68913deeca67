"use client";

import type { ReactNode } from "react";
import { moneyKind } from "../money/money-kind.ts";
import { anyPayeeText } from "../payees/payee-text.ts";
import { useTreasury } from "../provider/use-treasury.ts";
import { ApproverMenu, type ApproverMenuProps } from "./approver-menu.tsx";
import { Connection } from "./connection.tsx";
import { judgeLabel, judgeText } from "./judge-text.ts";
import { ScreenTabs } from "./screen-tabs.tsx";
import type { Screen } from "./screens.ts";
import { WorkspaceMenu, type WorkspaceMenuProps } from "./workspace-menu.tsx";
import styles from "./header.module.css";

export interface HeaderProps extends WorkspaceMenuProps, ApproverMenuProps {
  readonly isNarrow: boolean;
  readonly screen: Screen;
}

export function Header(props: HeaderProps): ReactNode {
  const { isNarrow, screen, onOpenWorkspace, onReset, onSignOut, serviceWorkerUrl } = props;
  const { state } = useTreasury();
  const money = state === undefined ? null : moneyKind(state);
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        <Mark />
        <h1 className={styles.name}>
          <span className="at-hidden">Agent Treasury: </span>Command centre
        </h1>
      </div>
      <WorkspaceMenu onOpenWorkspace={onOpenWorkspace} onReset={onReset} />
      <ScreenTabs isNarrow={isNarrow} screen={screen} />
      <div className={styles.state}>
        {money !== null && (
          <span className={styles.mode} data-kind={money.kind} title={money.text}>
            {money.label}
            {money.detail !== "" && <span className={styles.detail}> · {money.detail}</span>}
          </span>
        )}
        {state !== undefined && (
          <span className={styles.mode} data-judge={state.judge} title={judgeText(state)}>
            {judgeLabel(state)}
          </span>
        )}
        {state?.autoApprovePayees === "any" && (
          <span className={styles.mode} data-kind="any" title={anyPayeeText}>
            Any payee
          </span>
        )}
        <Connection />
        <ApproverMenu onSignOut={onSignOut} serviceWorkerUrl={serviceWorkerUrl} />
      </div>
    </header>
  );
}

function Mark(): ReactNode {
  return (
    <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <rect x="1" y="1" width="30" height="30" rx="8" fill="var(--at-accent)" />
      <path
        d="M9 11.5h14M9 16.5h14M9 21.5h7"
        stroke="var(--at-on-accent)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <circle cx="21.6" cy="21.5" r="2.3" fill="var(--at-on-accent)" />
    </svg>
  );
}
