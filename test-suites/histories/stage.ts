import type { Storage } from "@agent-treasury/provider";
import type { HistoryClock } from "./history-clock.ts";

/** The test environment of a history. */
export interface Stage {
  /** Connections to the same data, at least one; the committers share them in turn. */
  readonly storages: readonly Storage[];
  /** An unused workspace. */
  readonly workspaceId: string;
  /** The clock of the storage, which the history moves. */
  readonly clock: HistoryClock;
}
