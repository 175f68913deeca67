/// <reference path="./cloudflare-workers.d.ts" />

import {
  type Commit,
  type CommitOutcome,
  type DocPage,
  type DueDoc,
  type DuePlace,
  type EntryPage,
  type EntryRewrite,
  type LoadRequest,
  type Snapshot,
  type Storage,
  type StorageMoves,
  type TurnAppend,
  type TurnName,
  type TurnRecord,
  type View,
  isTreasuryError,
} from "@agent-treasury/provider";
import { everyStep } from "@agent-treasury/provider/helpers";
import type { CopyPlace } from "@agent-treasury/storage-sqlite/sql";
import type { Treasury } from "@agent-treasury/treasury-core";
import { DurableObject } from "cloudflare:workers";
import { Agenda, housekeepingMs, retryMs } from "./agenda.ts";
import { Replica, ReplicaWriter } from "./kept-replicas.ts";
import { answerCall, calledMove } from "./object-calls.ts";
import type { ObjectParts } from "./object-parts.ts";
import { objectsStorage } from "./objects-storage.ts";
import type { CopiedPage } from "./open-copies.ts";
import type { ObjectState } from "./platform.ts";
import { allReplicas, deploymentWorkspace } from "./replicas.ts";
import type { CommitFailure, MoveAnswer, WorkspaceCalls } from "./workspace-calls.ts";
import { WorkspaceRecords } from "./workspace-records.ts";

const purgedAtOnce = 500;

const calls: ReadonlySet<keyof WorkspaceCalls> = new Set([
  "load",
  "view",
  "beginCopy",
  "copyPage",
  "endCopy",
  "readTurn",
  "move",
  "adopt",
  "behind",
] as const);

/** The object of one workspace: its records, and the treasury on them. */
export abstract class WorkspaceObject<Env>
  extends DurableObject<ObjectState, Env>
  implements WorkspaceCalls
{
  readonly #parts: ObjectParts<Env>;
  readonly #records: WorkspaceRecords;
  readonly #agenda: Agenda;
  readonly #replica: Replica;
  /** Writes replicas if this is the object of the deployment. */
  readonly #replicas: ReplicaWriter;
  #treasury: Treasury | null = null;

  constructor(ctx: ObjectState, env: Env, parts: ObjectParts<Env>) {
    super(ctx, env);
    this.#parts = parts;
    this.#records = new WorkspaceRecords(ctx.storage, parts.now);
    const objectOf = (name: string) => parts.workspaceNamed(env, name);
    this.#replica = new Replica(() => objectOf(deploymentWorkspace));
    const behind = ctx.id.name === deploymentWorkspace ? allReplicas : [];
    this.#replicas = new ReplicaWriter(this.#records, objectOf, behind);
    this.#agenda = new Agenda(ctx, this.#records, async (...report) => {
      const reported = await parts.indexIn(env).report(...report);
      const { isChanged, isEmptied } = await this.#records.adopt(reported.stages);
      if (isChanged) this.#agenda.wake(retryMs);
      return { ...reported, isEmptied };
    });
  }

  /** A call of an administrator's program, as JSON. */
  call(text: string): Promise<string> {
    return answerCall(this, calls, text);
  }

  async fetch(request: Request): Promise<Response> {
    this.#agenda.restore();
    return this.#open().handler(request);
  }

  /** Never throws, because the platform would stop repeating it. */
  async alarm(): Promise<void> {
    try {
      await this.#agenda.alarm(async () => {
        if (this.#records.isClosed()) await this.adopt(this.#workspaceId());
        // Its stage may change while the index cannot reach it.
        if (this.#records.isClosed()) return this.#agenda.wake(housekeepingMs);
        const steps = [
          async () => {
            if ((await this.behind()).length > 0) this.#agenda.wake(retryMs);
          },
          () => this.#open().recover(),
          () => this.#purge(),
        ];
        await everyStep(steps, logFailure);
      });
    } catch (error) {
      logFailure(error);
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

  async commit(commit: Commit): Promise<CommitOutcome | CommitFailure> {
    try {
      return await this.#unlessMoved(commit.workspaceId, () => this.#commit(commit));
    } catch (cause) {
      // Nothing was written. If a write that is not yet durable fails, the platform ends the object
      // together with this call.
      const code = isTreasuryError(cause) ? cause.code : "storage_error";
      return { kind: "failed", code, message: cause instanceof Error ? cause.message : "" };
    }
  }

  async #commit(commit: Commit): Promise<CommitOutcome> {
    while (!this.#agenda.isAnnounced(commit)) {
      const preview = this.#records.preview(commit);
      if (preview.kind !== "committed" || commit.next === null) return preview;
      await this.#agenda.announce(commit);
    }
    const outcome = this.#records.commit(commit);
    if (outcome.kind !== "committed" || commit.next === null) return outcome;
    const isReplicated = commit.workspaceId === deploymentWorkspace;
    this.#agenda.arm(commit, isReplicated ? retryMs : housekeepingMs);
    await this.#agenda.withdraw(commit);
    if (isReplicated) {
      this.#replicas.expectAll();
      // Those that fail are listed by `behind`, and an alarm writes them. The commit is durable.
      await this.behind().catch(logFailure);
    }
    return outcome;
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

  rewriteEntries(workspaceId: string, rewrites: readonly EntryRewrite[]): Promise<number> {
    return this.#unlessMoved(workspaceId, async () =>
      this.#records.rewriteEntries(workspaceId, rewrites),
    );
  }

  async appendTurn(append: TurnAppend): Promise<"appended" | "conflict"> {
    // A move finds workspaces in the index.
    if (!this.#agenda.isEntered) await this.#agenda.enter(append.workspaceId);
    return this.#unlessMoved(append.workspaceId, () => this.#records.turnLog.append(append));
  }

  readTurn(turn: TurnName, after: number, limit: number): Promise<readonly TurnRecord[]> {
    return this.#records.turnLog.read(turn, after, limit);
  }

  eraseTurns(workspaceId: string, before: number): Promise<number> {
    return this.#records.turnLog.erase(workspaceId, before);
  }

  async keepReplica(snapshot: Snapshot, isMoved: boolean): Promise<void> {
    this.#replica.keep(snapshot, isMoved);
  }

  readReplica(): Promise<Snapshot> {
    return this.#replica.read();
  }

  #workspaceId(): string {
    const { name } = this.ctx.id;
    if (name === undefined) throw new Error("A workspace's object must have a name.");
    return name;
  }

  behind(): Promise<readonly string[]> {
    return this.#replicas.behind();
  }

  adopt(workspaceId: string): Promise<void> {
    return this.#agenda.enter(workspaceId);
  }

  async move<Name extends keyof StorageMoves>(
    workspaceId: string,
    name: Name,
    values: Parameters<StorageMoves[Name]>,
  ): Promise<MoveAnswer<Name>> {
    const { moves } = this.#records;
    // A move of all workspaces may contain this one.
    if (name === "advance") await this.#agenda.enter(workspaceId);
    if (name === "write" && values[0] === null) {
      const [, moveId, attempt] = values as Parameters<StorageMoves["write"]>;
      if (!this.#agenda.isEntered) await this.#agenda.enter(workspaceId);
      this.#records.beginAttempt(moveId, attempt);
    }
    const done = await calledMove(moves, name, values);
    if (name === "write" && workspaceId === deploymentWorkspace) this.#replicas.expectAll();
    if (name === "advance") {
      const [, , , to] = values as Parameters<StorageMoves["advance"]>;
      await (to?.stage === "discarded" && done === true
        ? this.#agenda.leave(workspaceId)
        : this.#agenda.enter(workspaceId));
      this.#agenda.wake(retryMs);
    }
    return done;
  }

  /** A stage that changed while the object did not notice is taken over from the index. */
  async #unlessMoved<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isTreasuryError(error) || error.code !== "storage_moved") throw error;
      await this.#agenda.enter(workspaceId);
      if (this.#records.isClosed()) throw error;
      return work();
    }
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

function logFailure(error: unknown): void {
  console.error(`[agent-treasury] maintenance: ${error instanceof Error ? error.message : ""}`);
}
