import type { DeploymentFreezeAnswer } from "@agent-treasury/contract";
import { deploymentWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import type { Engine } from "../../kernel/engine.ts";
import { inEachWorkspace, replicasBehind } from "./each-workspace.ts";
import { markerAgeMs } from "./freeze-marker.ts";
import { type FreezeActor, type FreezeRecord, freezeToWire } from "./freeze-record.ts";
import { freezeScope } from "./freeze-scope.ts";

/** Tolerates clocks that run at slightly different rates. */
const toleranceMs = 100;

export interface DeploymentFreeze {
  readonly by: FreezeActor;
  readonly reason: string | null;
  /** Called after each workspace. */
  readonly onProgress?: ((workspaces: number) => void) | undefined;
}

/**
 * Writes the marker, then freezes each workspace. Resolves once every workspace is frozen or listed
 * as not done, and every process has read the marker or reads it before its next payment. Replicas
 * of the marker that could not be written are listed too.
 */
export async function freezeAll(
  engine: Engine,
  { by, reason, onProgress }: DeploymentFreeze,
): Promise<DeploymentFreezeAnswer> {
  const { clock } = engine;
  await freezeDeployment(engine, deploymentWorkspaceId, by, reason);
  const markedAt = clock.monotonic();
  const frozen = new Map<string, FreezeRecord>();
  let workspaces = 0;
  const freezeEach = () =>
    inEachWorkspace(
      engine,
      (workspaceId) => frozen.has(workspaceId),
      async (workspaceId) => {
        frozen.set(workspaceId, await freezeDeployment(engine, workspaceId, by, reason));
      },
      () => onProgress?.((workspaces += 1)),
    );
  await freezeEach();
  const oldEnough = markedAt + markerAgeMs + toleranceMs;
  await clock.sleep(Math.max(0, oldEnough - clock.monotonic()));
  // A process that had not read the marker may have created a workspace until now.
  const notDone = await freezeEach();
  return {
    done: [...frozen.keys()],
    notDone: [...notDone, ...(await replicasBehind(engine))],
    payments: [...frozen].flatMap(
      ([workspaceId, record]) => freezeToWire(workspaceId, record).payments,
    ),
  };
}

/** Freezes a workspace as part of the deployment. */
export function freezeDeployment(
  { committer, identifiers }: Engine,
  workspaceId: string,
  by: FreezeActor,
  reason: string | null,
): Promise<FreezeRecord> {
  const scope = { scope: "deployment", target: null, named: null } as const;
  return committer.run(
    workspaceId,
    freezeScope({ ...scope, id: identifiers.random(), reason, by }),
  );
}
