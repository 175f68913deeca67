import type { Storage } from "@agent-treasury/provider";
import type { HistoryClock } from "./history-clock.ts";

/** Where a history takes place. */
export interface Stage {
  /** Connections to the same data, at least one; the committers take them in turn. */
  readonly storages: readonly Storage[];
  /** A workspace that nobody used. */
  readonly workspaceId: string;
  /** The clock of the storage, which the history moves. */
  readonly clock: HistoryClock;
}
