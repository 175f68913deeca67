/** Distributes ids evenly. */
export function shardOf(id: string, count: number): number {
  let sum = 0;
  for (let at = 0; at < id.length; at += 1) sum = (sum * 31 + id.charCodeAt(at)) % 65_521;
  return sum % count;
}

/**
 * The workspace with the records of one workspace under a name such as `~delivery/webhooks`. See
 * `Storage.recordsSpread`.
 */
export function spreadWorkspaceId(
  name: string,
  workspaceId: string,
  spread: number | undefined,
): string {
  return spread === undefined ? name : `${name}~${shardOf(workspaceId, spread)}`;
}

/** The name of the records in a workspace of `spreadWorkspaceId`, also of one without spread. */
export function spreadName(workspaceId: string): string {
  return workspaceId.replace(/~\d+$/, "");
}
