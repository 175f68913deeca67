/** The workspace of the deployment, whose freeze every payment compares. */
export const deploymentWorkspace = "~deployment";

/** Objects with a copy of the deployment's workspace, because one object cannot answer all others. */
export const replicaCount = 64;

export function replicaNamed(number: number): string {
  return `~replica/${number}`;
}

export const allReplicas: readonly string[] = Array.from({ length: replicaCount }, (_, number) =>
  replicaNamed(number),
);

/** The replica that a workspace reads. */
export function replicaOf(workspaceId: string): number {
  let sum = 0;
  for (let at = 0; at < workspaceId.length; at += 1) {
    sum = (sum * 31 + workspaceId.charCodeAt(at)) % 65_521;
  }
  return sum % replicaCount;
}
