"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { progressText } from "../approvals/approval-text.ts";
import { formatFullMoment } from "../format/moment.ts";
import { formatUsd } from "../format/usd.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { Facts } from "../parts/facts.tsx";
import { agentText } from "./proposer-text.ts";
import { QuoteDetails } from "./quote-details.tsx";
import { isRequest } from "./quote-text.ts";
import { SpendEffect } from "./spend-effect.tsx";
import type { SpendMoney } from "./spend-money.ts";
import { SpendRules } from "./spend-rules.tsx";
import { screeningResult } from "./spend-text.ts";
import { useSpendReason } from "./use-spend-reason.ts";
import styles from "./spend-details.module.css";

interface SpendDetailsProps {
  readonly proposal: Proposal;
  readonly treasury: SpendMoney;
}

/** Everything about a spend that its card does not show at first. */
export function SpendDetails({ proposal, treasury }: SpendDetailsProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const reason = useSpendReason(proposal);
  const { quote } = proposal;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Amount", formatUsd(proposal.amountUsd)],
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
        {reason !== null && (
          <figure>
            <figcaption className="at-soft">Agent’s message before the request</figcaption>
            <blockquote className={styles.message}>
              <bdi>{reason}</bdi>
            </blockquote>
          </figure>
        )}
        {quote !== null && <QuoteDetails quote={quote} />}
        {!isRequest(proposal) && <SpendEffect proposal={proposal} treasury={treasury} />}
        <Facts facts={facts} />
        <SpendRules proposal={proposal} isShown={isOpen} />
      </div>
    </Disclosure>
  );
}
