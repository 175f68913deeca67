"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { progressText } from "../approvals/approval-text.ts";
import { formatFullMoment } from "../format/moment.ts";
import { formatUsd } from "../format/usd.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { Facts } from "../parts/facts.tsx";
import { agentText } from "./proposer-text.ts";
import { SpendRules } from "./spend-rules.tsx";
import { screeningResult } from "./spend-text.ts";
import styles from "./spend-details.module.css";

interface SpendDetailsProps {
  readonly proposal: Proposal;
}

export function SpendDetails({ proposal }: SpendDetailsProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const facts: readonly (readonly [string, string | null])[] = [
    ["Amount", `${formatUsd(proposal.amountUsd)} USD`],
    ["Vendor", proposal.vendor],
    ["Purpose", proposal.purpose],
    ["Category", proposal.category],
    ["Screening", screeningResult(proposal)],
    ["Approvals", progressText(proposal.approvals)],
    ["Allocation", proposal.allocationId],
    ["Requested", formatFullMoment(proposal.createdAt)],
    ["Workspace", proposal.workspaceId],
    ["Agent", agentText(proposal)],
    ["On behalf of", proposal.onBehalfOf],
    ["Rule set", proposal.rules?.slice(0, 12) ?? null],
    ["Proposal", proposal.id],
    ["Turn", proposal.turnId],
  ];
  return (
    <Disclosure summary="Details" onOpen={setOpen}>
      <div className={styles.unfolded}>
        <Facts facts={facts} />
        <SpendRules proposal={proposal} isShown={isOpen} />
      </div>
    </Disclosure>
  );
}
