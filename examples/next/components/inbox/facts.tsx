import type { ReactNode } from "react";
import styles from "./facts.module.css";

interface FactsProps {
  /** Each by its name; what is null or empty is left out. */
  readonly facts: readonly (readonly [name: string, value: string | null])[];
}

/** What there is to say of a spend, a line for each. */
export function Facts({ facts }: FactsProps): ReactNode {
  return (
    <dl className={styles.facts}>
      {facts.flatMap(([name, value]) =>
        value === null || value === ""
          ? []
          : [
              <div key={name}>
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
