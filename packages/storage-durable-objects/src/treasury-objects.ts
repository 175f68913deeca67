import { checkOptions, type NamesOf, wholeClock } from "@agent-treasury/provider/helpers";
import type { Treasury } from "@agent-treasury/treasury-core";
import { workspaceOfRequest } from "@agent-treasury/treasury-core/adapter";
import { answerAdministrator } from "./answer-administrator.ts";
import { IndexObject } from "./index-object.ts";
import type { Called, ObjectOptions, ObjectParts } from "./object-parts.ts";
import type { ObjectNamespace, ObjectState } from "./platform.ts";
import { callPath } from "./remote-objects.ts";
import type { IndexCalls, WorkspaceCalls } from "./workspace-calls.ts";
import { WorkspaceObject } from "./workspace-object.ts";

export interface TreasuryObjectsOptions<Env> {
  /** Creates the treasury of an object. Every object must create the same one. */
  create(env: Env, options: ObjectOptions): Treasury;
  /** The binding of `TreasuryWorkspace`. */
  workspaces(env: Env): ObjectNamespace<unknown>;
  /** The storage's clock, milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number;
  /** That of the treasury, if it has one. */
  readonly basePath?: string;
  /** The binding of `TreasuryIndex`. */
  index(env: Env): ObjectNamespace<unknown>;
  /**
   * The SHA-256 of a token, in lower-case hexadecimal, with which `agent-treasury` reads all records
   * and moves workspaces. Default: no access.
   */
  administrator?(env: Env): string | undefined;
}

/** A class of objects, for an export of the Worker. */
export type ObjectClass<Env> = new (
  ctx: ObjectState,
  env: Env,
) => { fetch(request: Request): Promise<Response>; alarm?(): Promise<void> };

export interface TreasuryObjects<Env> {
  readonly TreasuryWorkspace: ObjectClass<Env>;
  readonly TreasuryIndex: ObjectClass<Env>;
  /** Sends a request to the object of its workspace. */
  fetch(request: Request, env: Env): Promise<Response>;
}

const indexName = "index";

const optionNames: NamesOf<TreasuryObjectsOptions<unknown>> = {
  create: true,
  workspaces: true,
  index: true,
  administrator: true,
  basePath: true,
  now: true,
};

/**
 * Makes the classes of a Worker that keeps each workspace in a Durable Object of its own, and runs
 * the treasury there.
 *
 * @example
 * ```ts
 * interface Env {
 *   readonly WORKSPACES: ObjectNamespace<unknown>;
 *   readonly INDEX: ObjectNamespace<unknown>;
 *   readonly BASE_URL: string;
 * }
 *
 * const objects = treasuryObjects<Env>({
 *   create: ({ BASE_URL: baseUrl }, options) => createTreasury({ baseUrl, ...options }),
 *   workspaces: (env) => env.WORKSPACES,
 *   index: (env) => env.INDEX,
 * });
 * export const { TreasuryWorkspace, TreasuryIndex } = objects;
 * export default { fetch: objects.fetch };
 * ```
 */
export function treasuryObjects<Env>(options: TreasuryObjectsOptions<Env>): TreasuryObjects<Env> {
  checkOptions("treasuryObjects", options, optionNames);
  const { create } = options;
  const parts: ObjectParts<Env> = {
    create: (env, given) => create(env, given),
    workspaceNamed: (env, name) =>
      options.workspaces(env).getByName(name) as WorkspaceCalls & Called,
    indexIn: (env) => options.index(env).getByName(indexName) as IndexCalls & Called,
    now: wholeClock(options.now ?? Date.now),
  };

  class TreasuryWorkspace extends WorkspaceObject<Env> {
    constructor(ctx: ObjectState, env: Env) {
      super(ctx, env, parts);
    }
  }

  class TreasuryIndex extends IndexObject<Env> {
    constructor(ctx: ObjectState, env: Env) {
      super(ctx, env, parts);
    }
  }

  const workspaceOf = workspaceOfRequest(options.basePath);
  return {
    TreasuryWorkspace,
    TreasuryIndex,
    fetch: async (request, env) => {
      if (new URL(request.url).pathname === callPath) {
        return answerAdministrator(request, options.administrator?.(env), (name) =>
          name === null ? parts.indexIn(env) : parts.workspaceNamed(env, name),
        );
      }
      const workspaceId = await workspaceOf(request);
      const object =
        workspaceId === null ? parts.indexIn(env) : parts.workspaceNamed(env, workspaceId);
      return object.fetch(request);
    },
  };
}
