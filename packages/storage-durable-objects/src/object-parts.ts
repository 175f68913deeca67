import type { Storage } from "@agent-treasury/provider";
import type { Treasury } from "@agent-treasury/treasury-core";
import type { IndexCalls, WorkspaceCalls } from "./workspace-calls.ts";

/** Options of `createTreasury` that the objects decide. */
export interface ObjectOptions {
  readonly storage: Storage;
  /** Alarms do the maintenance, because timers would keep an object in memory. */
  readonly recoverySeconds: false;
}

export interface Called {
  fetch(request: Request): Promise<Response>;
  /** Answers an `ObjectCall`. */
  call(text: string): Promise<string>;
}

/** What the objects of a Worker share. */
export interface ObjectParts<Env> {
  create(env: Env, options: ObjectOptions): Treasury;
  workspaceNamed(env: Env, name: string): WorkspaceCalls & Called;
  indexIn(env: Env): IndexCalls & Called;
  /** The storage's clock, milliseconds since 1970. */
  now(): number;
}
