import type { Proposal } from "@agent-treasury/sdk-client";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatFullMoment } from "../../lib/moment.ts";
import { formatUsd } from "../../lib/usd.ts";
import styles from "./spend-details.module.css";

interface SpendDetailsProps {
  readonly proposal: Proposal;
}

/** Everything that the agent asked with, and what was noted beside it. */
export function SpendDetails({ proposal }: SpendDetailsProps): ReactNode {
  const rows: readonly (readonly [string, string | null])[] = [
    ["Amount", `${formatUsd(proposal.amountUsd)} USD`],
    ["Vendor", proposal.vendor],
    ["Purpose", proposal.purpose],
    ["Category", proposal.category],
    ["Screen", `${proposal.verdict}: ${proposal.reason}`],
    ["Asked for", formatFullMoment(proposal.createdAt)],
    ["Workspace", proposal.workspaceId],
    ["Asked by", proposal.proposedBy],
    ["Proposal", proposal.id],
    ["Turn", proposal.turnId],
  ];
  return (
    <details className={styles.details}>
      <summary>
        <ChevronRight size={14} aria-hidden="true" /> All that was asked
      </summary>
      <dl className={styles.rows}>
        {rows.flatMap(([name, value]) =>
          value === null
            ? []
            : [
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>,
              ],
        )}
      </dl>
    </details>
  );
}
