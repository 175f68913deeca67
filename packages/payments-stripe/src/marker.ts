import type { Stripe } from "stripe";

/** What a payment of ours is for, and for whom. */
export interface Mark {
  readonly purpose: "deposit" | "revenue";
  readonly workspaceId: string;
}

const purposeName = "agent_treasury";
const workspaceName = "agent_treasury_workspace";

/**
 * Metadata that tells our payments from those of other products in the same account. It belongs on the
 * session and on its payment intent: a refund never sees the session's.
 */
export function markMetadata({ purpose, workspaceId }: Mark): Stripe.MetadataParam {
  return { [purposeName]: purpose, [workspaceName]: workspaceId };
}

/** Reads what `markMetadata` wrote; null for what is not ours. */
export function readMark(metadata: Stripe.Metadata | null | undefined): Mark | null {
  const purpose = metadata?.[purposeName];
  const workspaceId = metadata?.[workspaceName];
  if (purpose !== "deposit" && purpose !== "revenue") return null;
  return workspaceId === undefined || workspaceId === "" ? null : { purpose, workspaceId };
}
