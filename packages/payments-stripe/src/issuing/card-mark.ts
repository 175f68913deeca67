import type { Stripe } from "stripe";

/** Which spend a card is for. */
export interface CardMark {
  readonly workspaceId: string;
  readonly proposalId: string;
}

const names = {
  purpose: "agent_treasury",
  workspace: "agent_treasury_workspace",
  proposal: "agent_treasury_proposal",
  delivered: "agent_treasury_delivered",
} as const;

/** Metadata that tells our cards from all others of the account. */
export function markCard({ workspaceId, proposalId }: CardMark): Stripe.MetadataParam {
  return {
    [names.purpose]: "spend",
    [names.workspace]: workspaceId,
    [names.proposal]: proposalId,
  };
}

/** Reads what `markCard` wrote; null for a card that is not ours. */
export function readCardMark({ metadata }: Stripe.Issuing.Card): CardMark | null {
  const { [names.workspace]: workspaceId, [names.proposal]: proposalId } = metadata;
  if (metadata[names.purpose] !== "spend" || !workspaceId || !proposalId) return null;
  return { workspaceId, proposalId };
}

/** Says that the payer has the card. */
export const deliveredMark: Stripe.MetadataParam = { [names.delivered]: "yes" };

/** Whether the payer has the card, as far as anybody noted. */
export function isDelivered({ metadata }: Stripe.Issuing.Card): boolean {
  return metadata[names.delivered] === "yes";
}
