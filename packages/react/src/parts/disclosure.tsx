"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import styles from "./disclosure.module.css";

interface DisclosureProps {
  readonly summary: string;
  /** Open at first. Default: closed. */
  readonly open?: boolean;
  onOpen?(isOpen: boolean): void;
  /** Rendered when it is opened first, because a long list has many that stay closed. */
  readonly children: ReactNode;
}

export function Disclosure(props: DisclosureProps): ReactNode {
  const { summary, open = false, onOpen, children } = props;
  const [wasOpen, setWasOpen] = useState(open);
  return (
    <details
      className={styles.disclosure}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWasOpen(true);
        onOpen?.(currentTarget.open);
      }}
    >
      <summary>
        <ChevronRight size={14} aria-hidden="true" /> {summary}
      </summary>
      {(open || wasOpen) && children}
    </details>
  );
}
