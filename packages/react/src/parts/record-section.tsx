import { type ReactNode, type RefObject, useId } from "react";
import { Placeholder } from "./placeholder.tsx";
import { Problem } from "./problem.tsx";
import styles from "./record-section.module.css";

interface RecordSectionProps {
  readonly title: string;
  readonly note: string;
  /** Receives the focus after a record ended. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Beside the heading. */
  readonly button?: ReactNode;
  /** Undefined unless loading failed. */
  readonly error: unknown;
  readonly isLoaded: boolean;
  onAgain(): void;
  readonly children: ReactNode;
}

/** A card with a list of records, while it loads and afterwards. */
export function RecordSection(props: RecordSectionProps): ReactNode {
  const { title, note, heading, button, error, isLoaded, onAgain, children } = props;
  const id = useId();
  return (
    <section className="at-card" aria-labelledby={id}>
      <header className={styles.head}>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p className="at-soft at-small">{note}</p>
        </div>
        {button}
      </header>
      {error !== undefined && (
        <div className={styles.aside}>
          <Problem title={`${title} could not be loaded.`} error={error} onAgain={onAgain} />
        </div>
      )}
      {!isLoaded && error === undefined ? (
        <div className={styles.aside}>
          <Placeholder isCard={false} lines={4} text={`Loading ${title.toLowerCase()}…`} />
        </div>
      ) : (
        children
      )}
    </section>
  );
}
