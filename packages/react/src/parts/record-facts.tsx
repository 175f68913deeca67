import type { ReactNode } from "react";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import styles from "./record-row.module.css";

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** A fact of a record in a list. */
export function Fact({ name, children }: FactProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="at-number">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

interface RecordHeadsProps {
  /** The column of the names. */
  readonly name: string;
  readonly facts: readonly string[];
}

/**
 * The heads of the columns of a list of records. A screen reader reads the name of each fact instead. A narrow
 * window also shows these names.
 */
export function RecordHeads({ name, facts }: RecordHeadsProps): ReactNode {
  return (
    <div className={styles.heads} aria-hidden="true">
      <span>{name}</span>
      <div className={styles.facts}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
    </div>
  );
}

export function Moment({ at }: { readonly at: string }): ReactNode {
  return (
    <time dateTime={at} title={formatFullMoment(at)}>
      {formatMoment(at)}
    </time>
  );
}
