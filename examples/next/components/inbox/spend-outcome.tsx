import type { Proposal } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { decider } from "../../lib/spend-words.ts";
import styles from "./spend-details.module.css";

interface SpendOutcomeProps {
  readonly proposal: Proposal;
}

/** What more there is to say of a decided spend. */
export function SpendOutcome({ proposal }: SpendOutcomeProps): ReactNode {
  const rows: readonly (readonly [string, string | null])[] = [
    ["Decided", decider(proposal)],
    ["Comment", proposal.comment],
    ["What came", proposal.failure],
    ["Look at", proposal.attention],
    ["For", proposal.purpose],
    ["Screen", `${proposal.verdict}: ${proposal.reason}`],
    ["Reference", proposal.reference],
    ["Proposal", proposal.id],
  ];
  return (
    <dl className={`${styles.rows} ${styles.inset}`}>
      {rows.flatMap(([name, value]) =>
        value === null || value === ""
          ? []
          : [
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}
