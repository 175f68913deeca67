"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { Ban, CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { SpendTitle } from "../parts/spend-title.tsx";
import { vendorText } from "./quote-text.ts";
import { SpendOutcome } from "./spend-outcome.tsx";
import { endOf, outcomeTitle } from "./spend-text.ts";
import styles from "./decided-spend.module.css";

interface DecidedSpendProps {
  readonly proposal: Proposal;
}

export function DecidedSpend({ proposal }: DecidedSpendProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const when = endOf(proposal);
  return (
    <details
      className={styles.spend}
      data-status={proposal.status}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.line}>
        <Mark proposal={proposal} />
        <span className={`at-number ${styles.title}`}>
          <SpendTitle title={outcomeTitle(proposal)} vendor={vendorText(proposal)} />
        </span>
        <time className={styles.time} dateTime={when} title={formatFullMoment(when)}>
          {formatMoment(when)}
        </time>
      </summary>
      <SpendOutcome proposal={proposal} isShown={isOpen} />
    </details>
  );
}

function Mark({ proposal }: DecidedSpendProps): ReactNode {
  const props = { size: 16, className: styles.mark, "aria-hidden": true } as const;
  if (proposal.attention !== null) return <CircleAlert {...props} />;
  switch (proposal.status) {
    case "executed":
      return <CircleCheck {...props} />;
    case "approved":
      return <LoaderCircle {...props} />;
    case "denied":
      return <Ban {...props} />;
    case "failed":
    case "pending":
      return <CircleAlert {...props} />;
  }
}
