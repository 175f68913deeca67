import type { Stripe } from "stripe";

export interface Mark {
  readonly purpose: "deposit" | "revenue";
  readonly workspaceId: string;
}

const purposeName = "agent_treasury";
const workspaceName = "agent_treasury_workspace";

/**
 * Metadata that separates the treasury's payments from others of the account. It belongs on the
 * session and on its payment intent, because a refund does not refer to the session.
 */
export function markMetadata({ purpose, workspaceId }: Mark): Stripe.MetadataParam {
  return { [purposeName]: purpose, [workspaceName]: workspaceId };
}

export function readMark(metadata: Stripe.Metadata | null | undefined): Mark | null {
  const purpose = metadata?.[purposeName];
  const workspaceId = metadata?.[workspaceName];
  if (purpose !== "deposit" && purpose !== "revenue") return null;
  return workspaceId === undefined || workspaceId === "" ? null : { purpose, workspaceId };
}
