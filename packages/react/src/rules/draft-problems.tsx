import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { CodeText } from "../parts/code-text.tsx";
import type { DraftProblem } from "./check-draft.ts";
import iconList from "../parts/icon-list.module.css";
import styles from "./draft-problems.module.css";

interface DraftProblemsProps {
  readonly id: string;
  readonly problems: readonly DraftProblem[];
  readonly isChecked: boolean;
  /** Null while the text is not shown. */
  readonly field: RefObject<HTMLTextAreaElement | null> | null;
}

/** What prevents publication. Each line number leads to the line. */
export function DraftProblems(props: DraftProblemsProps): ReactNode {
  const { id, problems, isChecked, field } = props;
  return (
    <div id={id} role="status" aria-label="Validation" className={styles.result}>
      {problems.length === 0 ? (
        <p className={styles.valid} data-checked={isChecked}>
          <CircleCheck size={15} aria-hidden="true" /> {isChecked ? "Valid" : "Checking…"}
        </p>
      ) : (
        <ul className={`${iconList.list} ${styles.list}`}>
          {problems.map(({ line, text }, index) => (
            <li key={index}>
              <CircleAlert size={15} aria-hidden="true" />
              <span>
                {line !== null && field !== null && (
                  <button type="button" onClick={() => selectLine(field.current, line)}>
                    Line {line}
                  </button>
                )}{" "}
                <CodeText text={text} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function selectLine(field: HTMLTextAreaElement | null, line: number): void {
  if (field === null) return;
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
