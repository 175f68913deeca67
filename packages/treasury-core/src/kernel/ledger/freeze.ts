import type { Json } from "@agent-treasury/provider";
import { normaliseName } from "@agent-treasury/provider/helpers";

/** `deployment`: frozen together with all workspaces. */
export type FreezeScope = "workspace" | "deployment" | "allocation" | "agent" | "vendor";

/** A freeze in effect. Its record has the person, the time and the reason. */
export interface Freeze {
  readonly scope: FreezeScope;
  /** Id of the allocation, agent or payee; null for a workspace and the deployment. */
  readonly target: string | null;
  /** Id of its record. */
  readonly record: string;
}

/** Of allocations, agents and vendors in one workspace, because each commit writes them. */
export const maximumFreezes = 200;

export function freezesToRecord(freezes: readonly Freeze[]): Json {
  return freezes.map(({ scope, target, record }) => [scope, target, record]);
}

export function freezesFromRecord(json: unknown): readonly Freeze[] {
  if (json === undefined) return [];
  const records = json as readonly (readonly [FreezeScope, string | null, string])[];
  return records.map(([scope, target, record]) => ({ scope, target, record }));
}

export function isSameScope(left: Omit<Freeze, "record">, right: Omit<Freeze, "record">): boolean {
  if (left.scope !== right.scope) return false;
  if (left.target === right.target) return true;
  // Version 0.2 stored vendors in another form.
  const isVendor = left.scope === "vendor" && left.target !== null;
  return (
    isVendor && right.target !== null && normaliseName(left.target) === normaliseName(right.target)
  );
}
