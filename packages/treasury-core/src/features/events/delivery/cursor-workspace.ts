import type { Storage } from "@agent-treasury/provider";
import { spreadName, spreadWorkspaceId } from "@agent-treasury/provider/helpers";

export const cursorKind = "cursor";

const prefix = "~delivery/";

/** The cursors of a consumer have a workspace of their own, or several. */
export function cursorWorkspaceId(
  { recordsSpread }: Storage,
  consumerId: string,
  workspaceId: string,
): string {
  return spreadWorkspaceId(`${prefix}${consumerId}`, workspaceId, recordsSpread);
}

/** Null for other workspaces. */
export function consumerIdOf({ recordsSpread }: Storage, cursorWorkspace: string): string | null {
  if (!cursorWorkspace.startsWith(prefix)) return null;
  const id = recordsSpread === undefined ? cursorWorkspace : spreadName(cursorWorkspace);
  return id.slice(prefix.length);
}
