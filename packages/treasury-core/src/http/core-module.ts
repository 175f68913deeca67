import type { TurnTool } from "../kernel/turn-tool.ts";
import type { PluginOperation } from "./plugin-operation.ts";
import type { ModuleRoutes, Mount } from "./route-table.ts";

/** A capability of the treasury. */
export interface CoreModule {
  readonly routes?: ModuleRoutes;
  /** Paths outside the contract. */
  readonly mounts?: readonly Mount[];
  /** Routes below `/plugins/`. */
  readonly plugins?: readonly PluginOperation[];
  readonly tools?: readonly TurnTool[];
  readonly maintenance?: Maintenance;
  /** Returns why access must be configured; null if it need not. */
  readonly accessRisk?: () => string | null;
  /** Called when closing begins, while requests are in flight. */
  readonly leave?: () => void;
  /** Called after requests end, in reverse order. */
  readonly close?: () => Promise<void>;
}

export interface Maintenance {
  /** Runs soon after the start and on a timer. */
  readonly timed: (() => Promise<unknown>) | null;
  /** Returns its part of the recovery's result, if it has one. Default: `timed`, without a part. */
  readonly recover?: () => Promise<object | void>;
  /** Runs after other modules, because a turn may wait for a payment. */
  readonly last?: true;
}

export function accessRiskOf(modules: readonly CoreModule[]): string | null {
  for (const { accessRisk } of modules) {
    const risk = accessRisk?.() ?? null;
    if (risk !== null) return risk;
  }
  return null;
}
