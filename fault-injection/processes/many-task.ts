import type { StoreAddress } from "../stores/store.ts";

/** The task of a process that spends from many workspaces. */
export interface ManyTask {
  readonly store: StoreAddress;
  readonly workspaces: number;
  readonly callers: number;
  readonly seconds: number;
}
