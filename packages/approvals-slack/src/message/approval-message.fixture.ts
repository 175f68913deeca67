import type { Proposal } from "@agent-treasury/contract";
import type { ApprovalMessage } from "@agent-treasury/treasury-core/channel";

export const digest: string = "d".repeat(64);

/** A message about a spend of $24.00 that needs approval. */
export function aMessage(
  fields: Partial<Proposal> = {},
  others: Partial<ApprovalMessage> = {},
): ApprovalMessage {
  return {
    kind: "requested",
    workspaceId: "acme",
    proposal: { ...pending, ...fields },
    reasons: [{ ruleId: "over-20", text: "Spends above $20.00 need approval." }],
    balanceAfterUsd: 76,
    pageUrl: "https://treasury.example/?workspace=acme&proposal=proposal_1",
    ...others,
  };
}

const pending: Proposal = {
  id: "proposal_1",
  workspaceId: "acme",
  status: "pending",
  amountUsd: 24,
  approvedAmountUsd: null,
  capturedUsd: 0,
  refundedUsd: 0,
  vendor: "Namecheap",
  purpose: "Renew example.com for a year",
  category: null,
  verdict: "safe",
  reason: "No screening rule matched.",
  autoApproved: false,
  operator: null,
  operatorVerified: false,
  deniedThrough: null,
  comment: null,
  approvals: { given: 0, needed: 1, missing: ["1 more approval"], by: [] },
  allocationId: null,
  rules: null,
  digest,
  quote: null,
  payout: null,
  hasResource: false,
  payee: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  decidedAt: null,
  executedAt: null,
  expiresAt: null,
  failure: null,
  reference: null,
  attention: null,
  turnId: "turn_1",
  proposedBy: null,
  agentId: "agent",
  agentLabel: null,
  onBehalfOf: null,
};

export function approvedBy(...names: readonly string[]): Proposal["approvals"]["by"] {
  return names.map((name) => ({
    name,
    at: "2026-11-21T10:01:00.000Z",
    comment: null,
    channel: "slack",
    passkey: false,
  }));
}
