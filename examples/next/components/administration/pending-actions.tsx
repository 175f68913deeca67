"use client";

import type { AdministrativeAction } from "@agent-treasury/sdk-client";
import { type ReactNode, useRef } from "react";
import { useActions } from "../../lib/administration/use-actions.ts";
import { useKeptFocus } from "../../lib/use-kept-focus.ts";
import { ActionCard } from "./action-card.tsx";
import styles from "./pending-actions.module.css";

interface PendingActionsProps {
  /** Default: all. */
  readonly types?: readonly AdministrativeAction["type"][];
}

/** Changes of rules and limits that need more approvals. Nothing while there are none. */
export function PendingActions({ types }: PendingActionsProps): ReactNode {
  const known = useActions();
  const pending = known.pending.filter(({ type }) => types?.includes(type) ?? true);
  const heading = useRef<HTMLHeadingElement>(null);
  const keptFocus = useKeptFocus(heading, pending.map(({ id }) => id).join());
  if (pending.length === 0) return null;
  return (
    <section aria-labelledby="changes" className={styles.section} {...keptFocus}>
      <h2 id="changes" ref={heading} tabIndex={-1} className={styles.heading}>
        Changes that need approval <span className="soft number">{pending.length}</span>
      </h2>
      <ul className={styles.list}>
        {pending.map((action) => (
          <li key={action.id}>
            <ActionCard action={action} />
          </li>
        ))}
      </ul>
    </section>
  );
}
