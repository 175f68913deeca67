import type { DatabaseMonitor } from "../database/database-monitor.ts";
import type { Database } from "../database/database.ts";

/** The callers and workspaces. */
export interface Load {
  readonly workspaces: number;
  readonly callers: number;
}

export interface Arena {
  readonly database: Database;
  readonly monitor: DatabaseMonitor;
  readonly load: Load;
}

/** An installed and opened ledger. */
export interface OpenLedger {
  /** Records one spend durably. */
  spend(workspace: number): Promise<void>;
  close(): Promise<void>;
}

/** A way to record spends. */
export interface LedgerContestant {
  readonly name: string;
  /** Creates its empty tables and accounts; returns a function that counts the recorded spends. */
  install(arena: Arena): Promise<() => Promise<number>>;
  /** Opens it with at most this number of connections; null for its default. */
  open(arena: Arena, connections: number | null): Promise<OpenLedger>;
  /** Whether to search for the best number of connections before the rounds. */
  readonly isTuned: boolean;
}

/** The name of a workspace, or of the account for it. */
export function workspaceName(workspace: number): string {
  return `workspace-${workspace}`;
}

/** Makes each workspace's first commit, because the others' accounts exist too. */
export async function openEachWorkspace(
  ledger: OpenLedger,
  { workspaces, callers }: Load,
): Promise<void> {
  for (let first = 0; first < workspaces; first += callers) {
    const count = Math.min(callers, workspaces - first);
    await Promise.all(Array.from({ length: count }, (_, index) => ledger.spend(first + index)));
  }
}
