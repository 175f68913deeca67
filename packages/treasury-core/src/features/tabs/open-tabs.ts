import { HeadSlice } from "../../kernel/ledger/head-slice.ts";

/**
 * Number of open tabs. Needed, because a process without tabs would release their holds or pay them
 * otherwise.
 */
export const openTabs: HeadSlice<number> = new HeadSlice({
  name: "tabs",
  none: 0,
  toJson: (count: number) => count,
  fromJson: (json) => json as number,
  isNeeded: true,
  atReset: () => 0,
});
