import { isTreasuryError, TreasuryError } from "@agent-treasury/provider";
import { deploymentWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import { workspacePages } from "../../kernel/deployment/workspace-pages.ts";
import type { Engine } from "../../kernel/engine.ts";

const workspacesAtOnce = 16;
/** A workspace that does not respond within this time counts as not reached. */
const workspaceTimeoutMs = 10_000;

export interface Unreached {
  readonly workspaceId: string;
  readonly problem: string;
}

/**
 * Does work in each workspace of callers, several at once. Resolves with those that failed.
 *
 * @param skip workspaces that are done.
 */
export async function inEachWorkspace(
  engine: Engine,
  skip: (workspaceId: string) => boolean,
  work: (workspaceId: string) => Promise<void>,
  settled: () => void = () => {},
): Promise<readonly Unreached[]> {
  const failed: string[] = [];
  for await (const ids of workspacePages(engine)) {
    const next = ids.filter((id) => !skip(id)).values();
    await Promise.all(
      Array.from({ length: workspacesAtOnce }, async () => {
        for (const workspaceId of next) {
          if ((await attempt(engine, workspaceId, work)) !== null) failed.push(workspaceId);
          settled();
        }
      }),
    );
  }
  const notDone: Unreached[] = [];
  // Alone, because workspaces share calls of the storage, which fail together.
  for (const workspaceId of failed) {
    const problem = await attempt(engine, workspaceId, work);
    if (problem !== null) notDone.push({ workspaceId, problem });
  }
  return notDone;
}

/** The replicas that do not have the newest freeze of all workspaces yet. */
export async function replicasBehind({ storage }: Engine): Promise<readonly Unreached[]> {
  const behind = (await storage.behind?.(deploymentWorkspaceId)) ?? [];
  const problem =
    "The replica could not be written. A new workspace that reads it does not know of the change until the storage has written it again.";
  return behind.map((workspaceId) => ({ workspaceId, problem }));
}

/** Returns the problem; null if it succeeded. */
async function attempt(
  engine: Engine,
  workspaceId: string,
  work: (workspaceId: string) => Promise<void>,
): Promise<string | null> {
  try {
    await withinTime(engine, work(workspaceId));
    return null;
  } catch (error) {
    if (isTreasuryError(error)) return error.message;
    engine.report(error);
    return "It failed unexpectedly.";
  }
}

async function withinTime({ clock }: Engine, work: Promise<void>): Promise<void> {
  const over = new AbortController();
  const late = clock.sleep(workspaceTimeoutMs, over.signal).then(
    () => {
      throw new TreasuryError("service_busy", "It did not respond in time.");
    },
    () => undefined,
  );
  try {
    await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}
