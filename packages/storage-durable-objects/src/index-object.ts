/// <reference path="./cloudflare-workers.d.ts" />

import type { Treasury } from "@agent-treasury/treasury-core";
import { DurableObject } from "cloudflare:workers";
import { indexRecords } from "./index-records.ts";
import type { ObjectParts } from "./object-parts.ts";
import { objectsStorage } from "./objects-storage.ts";
import type { ObjectState } from "./platform.ts";
import type { IndexCalls, Reported } from "./workspace-calls.ts";

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

  async report(workspaceId: string, number: number, kinds: readonly string[]): Promise<Reported> {
    return this.#records.report(workspaceId, number, kinds);
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
