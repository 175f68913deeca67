import type { Proposal } from "@agent-treasury/contract";
import type { ApprovalMessage, ChannelCall } from "@agent-treasury/treasury-core/channel";

export function proposalWith(fields: Partial<Proposal> = {}): Proposal {
  return {
    id: "p1",
    workspaceId: "acme",
    status: "pending",
    amountUsd: 24,
    approvedAmountUsd: null,
    capturedUsd: 0,
    refundedUsd: 0,
    vendor: "Namecheap",
    purpose: "A domain for the shop",
    category: null,
    verdict: "safe",
    reason: "Nothing found.",
    autoApproved: false,
    operator: null,
    operatorVerified: false,
    comment: null,
    approvals: { given: 0, needed: 1, missing: ["1 more approval"], by: [] },
    allocationId: null,
    rules: null,
    digest: "d".repeat(64),
    quote: null,
    payout: null,
    hasResource: false,
    payee: null,
    createdAt: "2026-11-23T14:00:00.000Z",
    decidedAt: null,
    executedAt: null,
    expiresAt: null,
    deniedThrough: null,
    failure: null,
    reference: null,
    attention: null,
    turnId: null,
    proposedBy: "Scout",
    agentId: "scout-1",
    agentLabel: null,
    onBehalfOf: "Ada",
    ...fields,
  };
}

export function messageWith(
  proposal: Partial<Proposal> = {},
  fields: Partial<ApprovalMessage> = {},
): ApprovalMessage {
  return {
    kind: "requested",
    workspaceId: "acme",
    proposal: proposalWith(proposal),
    reasons: [{ ruleId: "large", text: "Requires 2 approvals from finance." }],
    balanceAfterUsd: 76,
    pageUrl: "https://treasury.example.com/?workspace=acme&proposal=p1",
    ...fields,
  };
}

export function callTo(target: string, first: ChannelCall["first"] = null): ChannelCall {
  return { target, first, signal: new AbortController().signal };
}
