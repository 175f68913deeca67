import type { Snapshot, Storage } from "@agent-treasury/provider";

export interface LoadedWorkspace {
  readonly workspaceId: string;
  readonly snapshot: Snapshot | { readonly error: unknown };
}

/**
 * Loads heads with open documents in one call of the storage. If it fails, loads each workspace
 * alone, so that one that cannot be read does not hide the others.
 *
 * @throws TreasuryError `storage_error` if none can be read.
 */
export async function loadEach(
  storage: Storage,
  workspaceIds: readonly string[],
): Promise<readonly LoadedWorkspace[]> {
  const load = (ids: readonly string[]): Promise<readonly Snapshot[]> =>
    storage.load(ids.map((workspaceId) => ({ workspaceId, keys: [] })));
  try {
    return joined(workspaceIds, await load(workspaceIds));
  } catch (error) {
    const alone = await Promise.allSettled(workspaceIds.map((id) => load([id])));
    if (alone.every(({ status }) => status === "rejected")) throw error;
    return joined(
      workspaceIds,
      alone.map((one) => (one.status === "fulfilled" ? one.value[0] : { error: one.reason })),
    );
  }
}

function joined(
  workspaceIds: readonly string[],
  snapshots: readonly (LoadedWorkspace["snapshot"] | undefined)[],
): readonly LoadedWorkspace[] {
  return workspaceIds.map((workspaceId, index) => {
    const snapshot = snapshots[index];
    if (snapshot === undefined) throw new Error("The storage returned too few snapshots.");
    return { workspaceId, snapshot };
  });
}
