import type { ReactNode, RefObject } from "react";
import styles from "./draft-editor.module.css";

interface YamlFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly describedBy: string;
  readonly value: string;
  /** Numbers of lines with problems, from 1. */
  readonly lines: ReadonlySet<number>;
  onChange(value: string): void;
}

const fewestLines = 12;

/** As high as its text, so that line numbers need no scrolling of their own. */
export function YamlField(props: YamlFieldProps): ReactNode {
  const { field, describedBy, value, lines, onChange } = props;
  const count = value.split("\n").length;
  return (
    <div className={styles.field}>
      <div className={styles.numbers} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <span key={index} data-problem={lines.has(index + 1)}>
            {index + 1}
          </span>
        ))}
      </div>
      <textarea
        ref={field}
        className={styles.text}
        aria-label="Rules in YAML"
        aria-invalid={lines.size > 0}
        aria-describedby={describedBy}
        rows={Math.max(fewestLines, count)}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
