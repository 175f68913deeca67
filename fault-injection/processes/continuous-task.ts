import type { StoreAddress } from "../stores/store.ts";

/** The task of a process that spends until it is refused. */
export interface ContinuousTask {
  readonly store: StoreAddress;
  readonly workspaceIds: readonly string[];
  readonly callers: number;
}

/** The last line of its output. The other lines are ids of confirmed spends. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}
