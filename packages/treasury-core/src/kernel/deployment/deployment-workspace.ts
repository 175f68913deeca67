/** Its freezes apply to every workspace. */
export const deploymentWorkspaceId = "~deployment";

/** The workspace of machine records. */
export const machinesWorkspaceId = "~fleet";

/** Whether it is a workspace of the treasury itself. Ids of callers cannot begin with this character. */
export function isInternal(workspaceId: string): boolean {
  return workspaceId.startsWith("~");
}
