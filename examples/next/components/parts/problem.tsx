import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { tellOutdated } from "../../lib/failure-words.ts";
import styles from "./problem.module.css";

interface ProblemProps {
  /** What cannot be read. */
  readonly title: string;
  readonly error: unknown;
  onAgain?(): void;
}

/** Says what cannot be read, and offers to try again. */
export function Problem({ title, error, onAgain }: ProblemProps): ReactNode {
  return (
    <div className={styles.problem} role="alert">
      <p>
        <strong>{title}</strong> {tellOutdated(error)}
      </p>
      {onAgain !== undefined && (
        <button type="button" className="button" onClick={onAgain}>
          <RotateCw size={15} aria-hidden="true" /> Try again
        </button>
      )}
    </div>
  );
}
