import { Snowflake } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./freezes.module.css";

export function FrozenBadge(): ReactNode {
  return (
    <span className={styles.badge}>
      <Snowflake size={12} aria-hidden="true" /> Frozen
    </span>
  );
}
