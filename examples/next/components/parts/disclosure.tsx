import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./disclosure.module.css";

interface DisclosureProps {
  readonly summary: string;
  /** Whether it is unfolded before anybody asks; folded unless given. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** A line that unfolds what is behind it. */
export function Disclosure({ summary, open = false, children }: DisclosureProps): ReactNode {
  return (
    <details className={styles.disclosure} open={open}>
      <summary>
        <ChevronRight size={14} aria-hidden="true" /> {summary}
      </summary>
      {children}
    </details>
  );
}
