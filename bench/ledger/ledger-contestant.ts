import type { DatabaseDesk } from "../database/database-desk.ts";
import type { Database } from "../database/database.ts";

/** Who spends, and from how many workspaces. */
export interface Load {
  readonly workspaces: number;
  readonly callers: number;
}

/** What a contestant is given. */
export interface Arena {
  readonly database: Database;
  readonly desk: DatabaseDesk;
  readonly load: Load;
}

/** A way to record spends, set up and ready. */
export interface OpenLedger {
  /** Records one spend, durable once answered. */
  spend(workspace: number): Promise<void>;
  close(): Promise<void>;
}

/** A way to record spends. */
export interface LedgerContestant {
  readonly name: string;
  /** Makes its tables and accounts, empty; returns how many spends are recorded in them. */
  install(arena: Arena): Promise<() => Promise<number>>;
  /** Opens it with at most so many connections; null for what it would choose itself. */
  open(arena: Arena, connections: number | null): Promise<OpenLedger>;
  /** Whether the best number of connections is looked for before the rounds. */
  readonly isTuned: boolean;
}

/** The name of a workspace, or of an account that stands for one. */
export function workspaceName(workspace: number): string {
  return `workspace-${workspace}`;
}
