import type { AdministrativeAction } from "@agent-treasury/sdk-client";
import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { progressText } from "../approvals/approval-text.ts";
import { actionResult } from "./action-text.ts";
import styles from "./waiting-badge.module.css";

interface WaitingBadgeProps {
  /** Undefined renders null. */
  readonly change: AdministrativeAction | undefined;
  /** Default: `Change waits`. */
  readonly label?: string;
}

/** Marks an object that a pending change would change. */
export function WaitingBadge({ change, label = "Change waits" }: WaitingBadgeProps): ReactNode {
  if (change === undefined) return null;
  return (
    <span className={styles.badge} title={actionResult(change)}>
      <Hourglass size={12} aria-hidden="true" /> {label}: {progressText(change.approvals)}
    </span>
  );
}
