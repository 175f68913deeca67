import type { ReactNode } from "react";
import { shareOf } from "../format/usd.ts";
import styles from "./usage-bar.module.css";

interface UsageBarProps {
  readonly label: string;
  /** Shown beside the bar, and read instead of its value. */
  readonly text: string;
  /** Including `held`. */
  readonly used: number;
  readonly held: number;
  readonly maximum: number;
}

const nearlyFull = 0.8;

export function UsageBar({ label, text, used, held, maximum }: UsageBarProps): ReactNode {
  const share = maximum <= 0 ? 1 : shareOf(used, maximum);
  const heldShare = Math.min(share, shareOf(held, maximum));
  const level = share >= 1 ? "full" : share >= nearlyFull ? "high" : "low";
  return (
    <div className={styles.usage}>
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
        className={styles.bar}
        data-level={level}
      >
        <span style={{ inlineSize: `${(share - heldShare) * 100}%` }} />
        <span data-held="true" style={{ inlineSize: `${heldShare * 100}%` }} />
      </div>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
