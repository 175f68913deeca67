import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./disclosure.module.css";

interface DisclosureProps {
  readonly summary: string;
  /** Open at first. Default: closed. */
  readonly open?: boolean;
  onOpen?(isOpen: boolean): void;
  readonly children: ReactNode;
}

export function Disclosure(props: DisclosureProps): ReactNode {
  const { summary, open = false, onOpen, children } = props;
  return (
    <details
      className={styles.disclosure}
      open={open}
      onToggle={({ currentTarget }) => onOpen?.(currentTarget.open)}
    >
      <summary>
        <ChevronRight size={14} aria-hidden="true" /> {summary}
      </summary>
      {children}
    </details>
  );
}
