"use client";

import { Check } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { readFailureText } from "../format/failure-text.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import type { Workspaces } from "./use-workspaces.ts";
import styles from "./menu.module.css";

/** More of them have a search field. */
const fewWorkspaces = 8;

interface WorkspaceListProps {
  /** Undefined until loaded. */
  readonly workspaces: Workspaces | undefined;
  readonly error: unknown;
  onOpen(workspaceId: string): void;
}

/** The workspaces that the person may open. The present one is first if it is not used yet. */
export function WorkspaceList({ workspaces, error, onOpen }: WorkspaceListProps): ReactNode {
  const id = useId();
  const { workspaceId } = useTreasuryContext();
  const [sought, setSought] = useState("");
  if (error !== undefined && workspaces === undefined) {
    return <p className="at-problem">{readFailureText(error)}</p>;
  }
  if (workspaces === undefined) return <p className="at-soft">Loading workspaces…</p>;
  const { ids, isCut } = workspaces;
  const all = ids.includes(workspaceId) ? ids : [workspaceId, ...ids];
  const shown = all.filter((one) => one.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <div className={styles.choices}>
      {all.length > fewWorkspaces && (
        <div className="at-field">
          <label htmlFor={id} className="at-hidden">
            Find a workspace
          </label>
          <input
            id={id}
            type="search"
            className="at-input"
            placeholder="Find a workspace"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setSought(event.target.value)}
          />
        </div>
      )}
      <ul className={styles.list} aria-label="Workspaces">
        {shown.map((one) => (
          <li key={one}>
            <button
              type="button"
              className={styles.choice}
              aria-current={one === workspaceId ? "true" : undefined}
              onClick={() => onOpen(one)}
            >
              <Check size={15} aria-hidden="true" />
              <bdi>{one}</bdi>
              {!isCut && !ids.includes(one) && <span className="at-soft">not used yet</span>}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="at-soft at-small" hidden={shown.length > 0 && !isCut}>
        {isCut ? "There are more workspaces. The address of this page opens them." : "None found."}
      </p>
    </div>
  );
}
