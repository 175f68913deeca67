/// <reference path="./cloudflare-workers.d.ts" />

import type {
  Commit,
  CommitOutcome,
  DocPage,
  DueDoc,
  DuePlace,
  EntryPage,
  EntryRewrite,
  LoadRequest,
  Snapshot,
  Storage,
  TurnAppend,
  TurnName,
  TurnRecord,
  View,
} from "@agent-treasury/provider";
import type { CopyPlace } from "@agent-treasury/storage-sqlite/sql";
import type { Treasury } from "@agent-treasury/treasury-core";
import { DurableObject } from "cloudflare:workers";
import { Agenda, housekeepingMs, retryMs } from "./agenda.ts";
import type { ObjectParts } from "./object-parts.ts";
import { objectsStorage } from "./objects-storage.ts";
import type { CopiedPage } from "./open-copies.ts";
import type { ObjectState } from "./platform.ts";
import { deploymentWorkspace, replicaCount, replicaNamed } from "./replicas.ts";
import type { WorkspaceCalls } from "./workspace-calls.ts";
import { WorkspaceRecords } from "./workspace-records.ts";

const purgedAtOnce = 500;

/** The object of one workspace: its records, and the treasury on them. */
export abstract class WorkspaceObject<Env>
  extends DurableObject<ObjectState, Env>
  implements WorkspaceCalls
{
  readonly #parts: ObjectParts<Env>;
  readonly #records: WorkspaceRecords;
  readonly #agenda: Agenda;
  #treasury: Treasury | null = null;
  #replica: Snapshot | null = null;
  #reading: Promise<Snapshot> | null = null;

  constructor(ctx: ObjectState, env: Env, parts: ObjectParts<Env>) {
    super(ctx, env);
    this.#parts = parts;
    this.#records = new WorkspaceRecords(ctx.storage, parts.now);
    this.#agenda = new Agenda(ctx, this.#records, (...report) =>
      parts.indexIn(env).report(...report),
    );
  }

  async fetch(request: Request): Promise<Response> {
    this.#agenda.restore();
    return this.#open().handler(request);
  }

  /** Never throws, because the platform would stop repeating it. */
  async alarm(): Promise<void> {
    try {
      await this.#agenda.alarm(async () => {
        await this.#writeReplicas();
        await this.#open().recover();
        await this.#purge();
      });
    } catch (error) {
      console.error(`[agent-treasury] maintenance: ${error instanceof Error ? error.message : ""}`);
    }
  }

  /** The treasuries of other objects commit here too, and purge only their own records. */
  async #purge(): Promise<void> {
    const now = this.#parts.now();
    while (this.#records.purge(now, purgedAtOnce) === purgedAtOnce);
    while ((await this.#records.turnLog.purge(now, purgedAtOnce)) === purgedAtOnce);
  }

  async load(request: LoadRequest): Promise<Snapshot> {
    return this.#records.load(request);
  }

  async commit(commit: Commit): Promise<CommitOutcome> {
    while (!this.#agenda.isAnnounced(commit)) {
      const preview = this.#records.preview(commit);
      if (preview.kind !== "committed" || commit.next === null) return preview;
      await this.#agenda.announce(commit);
    }
    const outcome = this.#records.commit(commit);
    if (outcome.kind !== "committed") return outcome;
    const isReplicated = commit.workspaceId === deploymentWorkspace && commit.next !== null;
    if (commit.next !== null) this.#agenda.arm(commit, isReplicated ? retryMs : housekeepingMs);
    await this.#agenda.withdraw(commit);
    if (!isReplicated) return outcome;
    try {
      await this.#writeReplicas();
      return outcome;
    } catch (cause) {
      // The committer sends it again, until every replica has it.
      return { kind: "unclear", cause };
    }
  }

  async view(workspaceId: string, docPage: DocPage, entryPage: EntryPage): Promise<View> {
    return this.#records.view(workspaceId, docPage, entryPage);
  }

  async due(
    until: number,
    after: DuePlace | null,
    limit: number,
    kinds: readonly string[],
  ): Promise<readonly DueDoc[]> {
    return this.#records.due(until, after, limit, kinds);
  }

  async purge(until: number, limit: number): Promise<number> {
    return this.#records.purge(until, limit);
  }

  purgeTurns(until: number, limit: number): Promise<number> {
    return this.#records.turnLog.purge(until, limit);
  }

  async beginCopy(workspaceId: string): Promise<CopiedPage> {
    return this.#records.copies.begin(workspaceId);
  }

  async endCopy(copyId: string): Promise<void> {
    this.#records.copies.end(copyId);
  }

  async copyPage(copyId: string, place: CopyPlace): Promise<CopiedPage> {
    return this.#records.copies.page(copyId, place);
  }

  async rewriteEntries(workspaceId: string, rewrites: readonly EntryRewrite[]): Promise<number> {
    return this.#records.rewriteEntries(workspaceId, rewrites);
  }

  appendTurn(append: TurnAppend): Promise<"appended" | "conflict"> {
    return this.#records.turnLog.append(append);
  }

  readTurn(turn: TurnName, after: number, limit: number): Promise<readonly TurnRecord[]> {
    return this.#records.turnLog.read(turn, after, limit);
  }

  eraseTurns(workspaceId: string, before: number): Promise<number> {
    return this.#records.turnLog.erase(workspaceId, before);
  }

  async keepReplica(snapshot: Snapshot): Promise<void> {
    this.#replica = newer(this.#replica, snapshot);
  }

  async readReplica(): Promise<Snapshot> {
    if (this.#replica !== null) return this.#replica;
    this.#reading ??= this.#parts
      .workspaceNamed(this.env, deploymentWorkspace)
      .load({ workspaceId: deploymentWorkspace, keys: [] })
      .finally(() => (this.#reading = null));
    const read = await this.#reading;
    this.#replica = newer(this.#replica, read);
    return this.#replica;
  }

  #workspaceId(): string {
    const { name } = this.ctx.id;
    if (name === undefined) throw new Error("A workspace's object must have a name.");
    return name;
  }

  async #writeReplicas(): Promise<void> {
    if (this.ctx.id.name !== deploymentWorkspace) return;
    const snapshot = this.#records.load({ workspaceId: deploymentWorkspace, keys: [] });
    const numbers = Array.from({ length: replicaCount }, (_, number) => number);
    const kept = await Promise.allSettled(
      numbers.map((number) =>
        this.#parts.workspaceNamed(this.env, replicaNamed(number)).keepReplica(snapshot),
      ),
    );
    const failed = kept.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  #open(): Treasury {
    this.#treasury ??= this.#parts.create(this.env, {
      storage: this.#storage(),
      recoverySeconds: false,
    });
    return this.#treasury;
  }

  #storage(): Storage {
    const workspaceId = this.#workspaceId();
    return objectsStorage({
      objectOf: (name) => this.#parts.workspaceNamed(this.env, name),
      index: this.#parts.indexIn(this.env),
      own: { workspaceId, calls: this },
      now: this.#parts.now,
    });
  }
}

/** A freeze may arrive while the first reading is in flight. */
function newer(known: Snapshot | null, read: Snapshot): Snapshot {
  return known !== null && versionOf(known) > versionOf(read) ? known : read;
}

function versionOf({ head }: Snapshot): bigint {
  return head?.version ?? 0n;
}
