/** Its freezes apply to every workspace. Its first character is not allowed in ids of callers. */
export const deploymentWorkspaceId = "~deployment";

/** The workspace of machine records. Its first character is not allowed in ids of callers. */
export const machinesWorkspaceId = "~fleet";
