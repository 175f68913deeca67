import type { RuleUsage } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { UsageBar } from "../parts/usage-bar.tsx";
import { groupsText, usageText } from "./usage-text.ts";
import styles from "./rules.module.css";

interface RuleUsageBarProps {
  readonly usage: RuleUsage;
  readonly label: string;
}

/** The usage of a limit now. Nothing for a limit per spend and a reserve. */
export function RuleUsageBar({ usage, label }: RuleUsageBarProps): ReactNode {
  const text = usageText(usage);
  const groups = groupsText(usage);
  if (text === null) return groups === null ? null : <p className={styles.note}>{groups}</p>;
  return (
    <UsageBar
      label={label}
      text={text}
      used={usage.used ?? 0}
      held={usage.held ?? 0}
      maximum={usage.maximum}
    />
  );
}
