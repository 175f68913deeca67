import { shardOf } from "@agent-treasury/provider/helpers";

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
  return shardOf(workspaceId, replicaCount);
}
