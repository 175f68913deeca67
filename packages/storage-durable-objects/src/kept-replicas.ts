import type { Snapshot } from "@agent-treasury/provider";
import { allReplicas, deploymentWorkspace } from "./replicas.ts";
import type { WorkspaceCalls } from "./workspace-calls.ts";
import type { WorkspaceRecords } from "./workspace-records.ts";

/** The copy of the deployment's workspace in one object, which other objects read. */
export class Replica {
  readonly #deployment: () => Pick<WorkspaceCalls, "load">;
  #kept: Snapshot | null = null;
  #reading: Promise<Snapshot> | null = null;

  constructor(deployment: () => Pick<WorkspaceCalls, "load">) {
    this.#deployment = deployment;
  }

  keep(snapshot: Snapshot, isMoved: boolean): void {
    this.#kept = isMoved ? snapshot : newer(this.#kept, snapshot);
  }

  async read(): Promise<Snapshot> {
    if (this.#kept !== null) return this.#kept;
    this.#reading ??= this.#deployment()
      .load({ workspaceId: deploymentWorkspace, keys: [] })
      .finally(() => (this.#reading = null));
    const { head, open, found, claimed, storageNow } = await this.#reading;
    // A copy, because the platform adds a `dispose` to the answer of a call. Returned as it is, it would
    // require that each caller calls it.
    this.#kept = newer(this.#kept, { head, open, found, claimed, storageNow });
    return this.#kept;
  }
}

/** Writes the newest commit of the deployment's workspace to its replicas. */
export class ReplicaWriter {
  readonly #records: WorkspaceRecords;
  readonly #objectOf: (name: string) => Pick<WorkspaceCalls, "keepReplica">;
  /** Replicas without the newest commit. */
  #behind: readonly string[];
  #writing: Promise<readonly string[]> = Promise.resolve([]);

  constructor(
    records: WorkspaceRecords,
    objectOf: (name: string) => Pick<WorkspaceCalls, "keepReplica">,
    behind: readonly string[],
  ) {
    this.#records = records;
    this.#objectOf = objectOf;
    this.#behind = behind;
  }

  /** After a commit, no replica has it. */
  expectAll(): void {
    this.#behind = allReplicas;
  }

  /** Writes the replicas without the newest commit, and returns those that failed. */
  behind(): Promise<readonly string[]> {
    // In turn, because a replica in flight is neither written nor known to have failed.
    this.#writing = this.#writing.catch(() => []).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<readonly string[]> {
    const isMoved = await this.#records.isReceiving();
    const names = this.#behind;
    if (names.length === 0) return names;
    const snapshot = this.#records.load({ workspaceId: deploymentWorkspace, keys: [] });
    this.#behind = [];
    const kept = await Promise.allSettled(
      names.map(async (name) => this.#objectOf(name).keepReplica(snapshot, isMoved)),
    );
    const failed = names.filter((_name, at) => kept[at]?.status === "rejected");
    this.#behind = [...new Set([...this.#behind, ...failed])];
    return failed;
  }
}

/** A freeze may arrive while the first reading is in flight. */
function newer(known: Snapshot | null, read: Snapshot): Snapshot {
  return known !== null && versionOf(known) > versionOf(read) ? known : read;
}

function versionOf({ head }: Snapshot): bigint {
  return head?.version ?? 0n;
}
