/// <reference path="./cloudflare-workers.d.ts" />

import type { Json, StorageMoves } from "@agent-treasury/provider";
import type { Treasury } from "@agent-treasury/treasury-core";
import { DurableObject } from "cloudflare:workers";
import { indexRecords } from "./index-records.ts";
import { answerCall, calledMove } from "./object-calls.ts";
import type { ObjectParts } from "./object-parts.ts";
import { objectsStorage } from "./objects-storage.ts";
import type { ObjectState } from "./platform.ts";
import type { IndexCalls, MoveAnswer, Reported } from "./workspace-calls.ts";

const calls: ReadonlySet<keyof IndexCalls> = new Set([
  "workspaces",
  "workspacesWithOpen",
  "move",
  "beginWrite",
  "endWrite",
] as const);

/** The object with the ids of all workspaces, and a treasury for requests of no single one. */
export abstract class IndexObject<Env>
  extends DurableObject<ObjectState, Env>
  implements IndexCalls
{
  readonly #parts: ObjectParts<Env>;
  readonly #records: ReturnType<typeof indexRecords>;
  #treasury: Treasury | null = null;

  constructor(ctx: ObjectState, env: Env, parts: ObjectParts<Env>) {
    super(ctx, env);
    this.#parts = parts;
    this.#records = indexRecords(ctx.storage);
  }

  /** Requests that name no workspace. */
  async fetch(request: Request): Promise<Response> {
    this.#treasury ??= this.#parts.create(this.env, {
      storage: objectsStorage({
        objectOf: (name) => this.#parts.workspaceNamed(this.env, name),
        index: this,
        own: null,
        now: this.#parts.now,
      }),
      recoverySeconds: false,
    });
    return this.#treasury.handler(request);
  }

  /** A call of an administrator's program, as JSON. */
  call(text: string): Promise<string> {
    return answerCall(this, calls, text);
  }

  async report(
    workspaceId: string,
    number: number,
    kinds: readonly string[] | null,
  ): Promise<Reported> {
    return this.#records.report(workspaceId, number, kinds);
  }

  move<Name extends keyof StorageMoves>(
    name: Name,
    values: Parameters<StorageMoves[Name]>,
  ): Promise<MoveAnswer<Name>> {
    return calledMove(this.#records.moves, name, values);
  }

  async beginWrite(moveId: string, step: number): Promise<number | null> {
    return this.#records.beginWrite(moveId, step);
  }

  async endWrite(moveId: string, step: number, attempt: number, progress: Json): Promise<boolean> {
    return this.#records.endWrite(moveId, step, attempt, progress);
  }

  async workspaces(after: string | null, limit: number): Promise<readonly string[]> {
    return this.#records.workspaces(after, limit);
  }

  async workspacesWithOpen(
    after: string | null,
    limit: number,
    kinds: readonly string[],
  ): Promise<readonly string[]> {
    return this.#records.workspacesWithOpen(after, limit, kinds);
  }
}
