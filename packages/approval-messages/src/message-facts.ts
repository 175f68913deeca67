import { type Proposal, isRequestPermit, isTab } from "@agent-treasury/contract";
import type { ApprovalMessage } from "@agent-treasury/treasury-core/channel";
import { oneLine, shortened } from "./plain-text.ts";
import { authorText, payableUsd, proposerText } from "./spend-text.ts";
import { formatUsd } from "./usd.ts";

export type Fact = readonly [name: string, value: string];

const maximumReasons = 5;
const reasonCharacters = 300;

/** What a message shows beside the purpose, each in one line. */
export function factsOf({ proposal, workspaceId, balanceAfterUsd }: ApprovalMessage): Fact[] {
  const { agentId, agentLabel, onBehalfOf, status } = proposal;
  const isForPerson = onBehalfOf !== null && agentId !== "person";
  return [
    [`Payee, named by ${authorText(proposal)}`, oneLine(proposal.vendor)],
    ["Requested by", proposerText(proposal)],
    ...(agentLabel === null ? [] : [["Sub-agent, self-reported", oneLine(agentLabel)] as const]),
    ...(isForPerson ? [["On behalf of", oneLine(onBehalfOf)] as const] : []),
    ["Workspace", workspaceId],
    // After the decision, the balance is no longer that after the spend.
    ...(status === "pending" ? [["Balance afterwards", formatUsd(balanceAfterUsd)] as const] : []),
  ];
}

/** Why a pending spend needs approval. Empty after the decision. */
export function reasonsOf({ reasons, proposal }: ApprovalMessage): readonly string[] {
  if (proposal.status !== "pending") return [];
  const shown = reasons.slice(0, maximumReasons).map(({ ruleId, text }) => {
    const reason = shortened(oneLine(text), reasonCharacters);
    return ruleId === null || text.includes(ruleId) ? reason : `${reason} (rule ${ruleId})`;
  });
  const more = reasons.length - shown.length;
  return more > 0 ? [...shown, `${more} more on the page`] : shown;
}

/** The label of the button that approves, with the amount. */
export function approveLabel(proposal: Proposal): string {
  const upTo = isTab(proposal) ? "up to " : "";
  return `Approve ${isRequestPermit(proposal) ? "request" : upTo + formatUsd(payableUsd(proposal))}`;
}
