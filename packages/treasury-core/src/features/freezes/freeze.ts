import type { Head, Json, JsonObject } from "@agent-treasury/provider";
import { normaliseName } from "@agent-treasury/provider/helpers";
import { HeadSlice } from "../../kernel/ledger/head-slice.ts";
import type { LedgerHead } from "../../kernel/ledger/ledger-state.ts";

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

type StoredFreeze = readonly [FreezeScope, string | null, string];

const noFreezes: readonly Freeze[] = [];

/** Of a workspace, without that of the deployment unless a commit of the workspace has seen it. */
export const freezeState: HeadSlice<readonly Freeze[]> = new HeadSlice({
  name: "freezes",
  none: noFreezes,
  toJson: (freezes): Json => freezes.map(({ scope, target, record }) => [scope, target, record]),
  fromJson,
});

function fromJson(json: Json): readonly Freeze[] {
  const stored = json as readonly StoredFreeze[];
  return stored.map(([scope, target, record]) => ({ scope, target, record }));
}

/** As `freezeState`, without the rest of the account. */
export function freezesInHead(head: Head | null): readonly Freeze[] {
  const json = (head?.account as JsonObject | undefined)?.[freezeState.name];
  return json === undefined ? noFreezes : fromJson(json);
}

export function withFreezes(head: LedgerHead, freezes: readonly Freeze[]): LedgerHead {
  return freezeState.with(head, freezes.length === 0 ? noFreezes : freezes);
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
