import type { ReactNode } from "react";
import styles from "./full-page-notice.module.css";

interface FullPageNoticeProps {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

export function FullPageNotice({ title, text, children }: FullPageNoticeProps): ReactNode {
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      {text !== undefined && <p className="at-soft">{text}</p>}
      {children}
    </main>
  );
}
