import type { TurnName } from "@agent-treasury/provider";

/** A turn's name as one string, for maps. */
export function turnNameText({ workspaceId, turnId }: TurnName): string {
  return `${workspaceId}\n${turnId}`;
}
