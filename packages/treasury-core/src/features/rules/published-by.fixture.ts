import type { AdministrativeAction, PublicationRequest } from "@agent-treasury/contract";
import type { Treasury } from "../../index.ts";

/** Publishes rules by the first person. The others approve the publication. */
export async function publishedBy(
  treasury: Treasury,
  request: PublicationRequest,
  [first, ...others]: readonly string[],
): Promise<AdministrativeAction> {
  let { action } = await treasury.rules.publish({ ...request, operator: first ?? "Ada" });
  for (const operator of others) {
    const { id: actionId, workspaceId } = action;
    const approval = { workspaceId, actionId, decision: "approve", operator } as const;
    ({ action } = await treasury.actions.decide(approval));
  }
  if (action.status !== "done") throw new Error("The rules were not published.");
  return action;
}
