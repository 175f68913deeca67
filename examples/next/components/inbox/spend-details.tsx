import type { Proposal } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { formatFullMoment } from "../../lib/moment.ts";
import { screeningResult } from "../../lib/spend-text.ts";
import { formatUsd } from "../../lib/usd.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { Facts } from "./facts.tsx";
import styles from "./spend-details.module.css";

interface SpendDetailsProps {
  readonly proposal: Proposal;
}

export function SpendDetails({ proposal }: SpendDetailsProps): ReactNode {
  const facts: readonly (readonly [string, string | null])[] = [
    ["Amount", `${formatUsd(proposal.amountUsd)} USD`],
    ["Vendor", proposal.vendor],
    ["Purpose", proposal.purpose],
    ["Category", proposal.category],
    ["Screening", screeningResult(proposal)],
    ["Requested", formatFullMoment(proposal.createdAt)],
    ["Workspace", proposal.workspaceId],
    ["Requested by", proposal.proposedBy],
    ["Proposal", proposal.id],
    ["Turn", proposal.turnId],
  ];
  return (
    <Disclosure summary="Details">
      <div className={styles.unfolded}>
        <Facts facts={facts} />
      </div>
    </Disclosure>
  );
}
