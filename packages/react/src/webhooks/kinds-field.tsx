"use client";

import { type ReactNode, useId } from "react";
import { eventKinds } from "./event-kinds.ts";
import styles from "./webhooks.module.css";

interface KindsFieldProps {
  /** Null for all. */
  readonly kinds: readonly string[] | null;
  onChange(kinds: readonly string[] | null): void;
}

export function KindsField({ kinds, onChange }: KindsFieldProps): ReactNode {
  const name = useId();
  const toggle = (kind: string, isWanted: boolean): void => {
    const others = (kinds ?? []).filter((one) => one !== kind);
    onChange(isWanted ? [...others, kind] : others);
  };
  return (
    <fieldset className={styles.kinds}>
      <legend>Events</legend>
      <label>
        <input type="radio" name={name} checked={kinds === null} onChange={() => onChange(null)} />
        All, including future kinds
      </label>
      <label>
        <input type="radio" name={name} checked={kinds !== null} onChange={() => onChange([])} />
        Selected kinds
      </label>
      {kinds !== null && (
        <ul className={styles.kindList}>
          {eventKinds.map(([kind, type, label]) => (
            <li key={kind}>
              <label>
                <input
                  type="checkbox"
                  checked={kinds.includes(kind)}
                  onChange={(event) => toggle(kind, event.target.checked)}
                />
                <span>
                  {label} <code>{type}</code>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
