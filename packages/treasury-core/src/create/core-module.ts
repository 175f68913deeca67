import type { TurnTool } from "../agent/tools/turn-tool.ts";
import type { ModuleRoutes, Mount } from "../http/route-table.ts";
import type { Recovery, Treasury } from "./treasury.ts";

/**
 * One capability of the treasury: all that `createTreasury` has to know of it. `createTreasury` is a list
 * of modules, in which a module comes after those that it depends on.
 */
export interface CoreModule {
  /** Its operations, by their name in the contract. Each operation belongs to one module. */
  readonly routes?: ModuleRoutes;
  /** Its paths that are not operations of the contract. */
  readonly mounts?: readonly Mount[];
  /** Its tools for the built-in agent. */
  readonly tools?: readonly TurnTool[];
  readonly maintenance?: Maintenance;
  /** The reason why a deployment must choose how callers get access; null while it need not. */
  readonly accessRisk?: () => string | null;
  /** Called when the treasury begins to close, while requests are still in flight. */
  readonly leave?: () => void;
  /** Called when requests have ended, in the reverse order of the list, before the committer closes. */
  readonly close?: () => Promise<void>;
}

/** A module that also implements methods of `Treasury`, for code in the same process. */
export type ModuleWith<Method extends keyof Treasury> = CoreModule & {
  readonly methods: Pick<Treasury, Method>;
};

/** What a module does with its documents whose time has come. */
export interface Maintenance {
  /** Runs soon after the start and then on a timer, until the module closes; null if nothing can be due. */
  readonly timed: (() => Promise<unknown>) | null;
  /** Runs with `treasury.recover()`; resolves when everything that is due was carried on. */
  readonly recover: () => Promise<Partial<Recovery>>;
  /** `recover` waits for that of the other modules: a turn may wait for the outcome of a payment. */
  readonly last?: true;
}

/** The tools of some modules, in their order. */
export function toolsOf(modules: readonly CoreModule[]): readonly TurnTool[] {
  return modules.flatMap(({ tools = [] }) => tools);
}

/** The first reason of a module why the deployment must choose how callers get access. */
export function accessRiskOf(modules: readonly CoreModule[]): string | null {
  for (const { accessRisk } of modules) {
    const risk = accessRisk?.() ?? null;
    if (risk !== null) return risk;
  }
  return null;
}
