import type { CSSProperties, ReactNode } from "react";
import styles from "./placeholder.module.css";

interface PlaceholderProps {
  /** For screen readers: what is loading. */
  readonly text: string;
  /** The number of lines of the content. */
  readonly lines: number;
  /** Whether it stands in for a card. Default: true. */
  readonly isCard?: boolean;
}

/** Bars of the size of what is loading. */
export function Placeholder({ text, lines, isCard = true }: PlaceholderProps): ReactNode {
  return (
    <div
      className={isCard ? `at-card ${styles.card}` : undefined}
      data-placeholder
      style={{ "--lines": lines } as CSSProperties}
    >
      <p className="at-hidden">{text}</p>
      <div className={styles.bars} aria-hidden="true" />
    </div>
  );
}
