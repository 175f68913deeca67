import type { ReactNode } from "react";
import styles from "./facts.module.css";

interface FactsProps {
  /** Facts that are null or empty are left out. */
  readonly facts: readonly (readonly [name: string, value: string | null])[];
}

export function Facts({ facts }: FactsProps): ReactNode {
  return (
    <dl className={styles.facts}>
      {facts.flatMap(([name, value], index) =>
        value === null || value === ""
          ? []
          : [
              <div key={index}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>,
            ],
      )}
    </dl>
  );
}
