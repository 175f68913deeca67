import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { outdatedText } from "../format/failure-text.ts";
import styles from "./problem.module.css";

interface ProblemProps {
  readonly title: string;
  readonly error: unknown;
  onAgain?(): void;
}

export function Problem({ title, error, onAgain }: ProblemProps): ReactNode {
  return (
    <div className={styles.problem} role="alert">
      <p>
        <strong>{title}</strong> {outdatedText(error)}
      </p>
      {onAgain !== undefined && (
        <button type="button" className="at-button" onClick={onAgain}>
          <RotateCw size={15} aria-hidden="true" /> Try again
        </button>
      )}
    </div>
  );
}
