import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./disclosure.module.css";

interface DisclosureProps {
  readonly summary: string;
  /** Open at first. Default: closed. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

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
