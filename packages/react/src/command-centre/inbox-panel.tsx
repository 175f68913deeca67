"use client";

import { type ReactNode, useId, useState } from "react";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { type ApprovalInboxProps, InboxCards } from "../inbox/approval-inbox.tsx";
import { recall, remember } from "../support/browser-memory.ts";
import styles from "./inbox-panel.module.css";

type Scope = NonNullable<ApprovalInboxProps["scope"]>;

const scopeKey = "treasury.inbox-scope";

const choices: readonly (readonly [Scope, string])[] = [
  ["workspace", "This workspace"],
  ["all", "All workspaces"],
];

type InboxPanelProps = Pick<ApprovalInboxProps, "proposalId">;

/** The inbox with a choice of workspaces, which the tab remembers. */
export function InboxPanel({ proposalId }: InboxPanelProps): ReactNode {
  const name = useId();
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<Scope | null>(null);
  const isAll = isHydrated && proposalId === undefined && recall(scopeKey) === "all";
  const scope = chosen ?? (isAll ? "all" : "workspace");
  const choose = (next: Scope): void => {
    remember(scopeKey, next);
    setChosen(next);
  };
  return (
    <div className={styles.panel}>
      <fieldset className={styles.choice}>
        <legend className="at-hidden">Workspaces of the inbox</legend>
        {choices.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              className="at-hidden"
              name={name}
              value={value}
              checked={scope === value}
              onChange={() => choose(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <InboxCards scope={scope} proposalId={proposalId} />
    </div>
  );
}
