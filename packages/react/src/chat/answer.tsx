"use client";

import { type ReactNode, Suspense, lazy } from "react";
import styles from "./answer.module.css";

const Markdown = lazy(async () => ({ default: (await import("./markdown.tsx")).Markdown }));

interface AnswerProps {
  readonly text: string;
}

export function Answer({ text }: AnswerProps): ReactNode {
  return (
    <div className={styles.answer} dir="auto">
      <Suspense fallback={<p>{text}</p>}>
        <Markdown text={text} />
      </Suspense>
    </div>
  );
}
