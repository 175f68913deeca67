"use client";

import type { AdministrativeAction } from "@agent-treasury/sdk-client";
import { type ReactNode, useId, useRef } from "react";
import { useKeptFocus } from "../hooks/use-kept-focus.ts";
import { ActionCard, type ActionCardProps } from "./action-card.tsx";
import { usePendingActions } from "./use-actions.ts";
import styles from "./pending-actions.module.css";

interface PendingActionsProps extends Pick<ActionCardProps, "renderRules" | "onReplay"> {
  /** Default: all. */
  readonly types?: readonly AdministrativeAction["type"][];
  /** Only actions of this plugin. Default: all. */
  readonly plugin?: string;
}

/** Changes of rules and limits that need more approvals. Renders null without any. */
export function PendingActions({ types, plugin, ...card }: PendingActionsProps): ReactNode {
  const headingId = useId();
  const pending = usePendingActions().filter(
    ({ type, details }) =>
      (types?.includes(type) ?? true) && (plugin === undefined || details["plugin"] === plugin),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const keptFocus = useKeptFocus(heading, pending.map(({ id }) => id).join());
  if (pending.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={styles.section} {...keptFocus}>
      <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.heading}>
        Changes that need approval <span className="at-soft at-number">{pending.length}</span>
      </h2>
      <ul className={styles.list}>
        {pending.map((action) => (
          <li key={action.id}>
            <ActionCard action={action} {...card} />
          </li>
        ))}
      </ul>
    </section>
  );
}
