"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { vendorText } from "../inbox/quote-text.ts";
import { spendTitle } from "../inbox/spend-text.ts";
import { focusWaitingSpend } from "../inbox/waiting-spend.ts";
import { SpendTitle } from "../parts/spend-title.tsx";
import styles from "./waiting-spend.module.css";

interface WaitingSpendProps {
  readonly proposal: Proposal;
}

export function WaitingSpend({ proposal }: WaitingSpendProps): ReactNode {
  return (
    <button type="button" className={styles.spend} onClick={() => focusWaitingSpend(proposal.id)}>
      <Hourglass size={16} className={styles.mark} aria-hidden="true" />
      <span className={`at-number ${styles.title}`}>
        <SpendTitle title={spendTitle(proposal)} vendor={vendorText(proposal)} />
      </span>
      <span className="at-hidden">Needs approval</span>
      <span className={styles.hint}>Review</span>
    </button>
  );
}
