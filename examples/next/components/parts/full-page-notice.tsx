import type { ReactNode } from "react";
import styles from "./full-page-notice.module.css";

interface FullPageNoticeProps {
  readonly title: string;
  readonly words?: string;
  readonly children?: ReactNode;
}

/** One thing to say, where there is no page to say it on. */
export function FullPageNotice({ title, words, children }: FullPageNoticeProps): ReactNode {
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      {words !== undefined && <p className="soft">{words}</p>}
      {children}
    </main>
  );
}
