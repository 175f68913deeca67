import type { StoreAddress } from "../stores/store.ts";

/** What a process that spends from many workspaces does. */
export interface ManyTask {
  readonly store: StoreAddress;
  readonly workspaces: number;
  readonly callers: number;
  readonly seconds: number;
}
