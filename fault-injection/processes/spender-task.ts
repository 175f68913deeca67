import type { StoreAddress } from "../stores/store.ts";
import type { RuledLimits } from "./ruled-house.ts";

export interface RuledSpend {
  readonly id: string;
  readonly allocationId: "team-a" | "team-b";
  readonly vendor: string;
  /** Micro-dollars. */
  readonly amount: string;
}

/** The spends that a process proposes. */
export interface SpenderTask {
  readonly store: StoreAddress;
  readonly limits: RuledLimits;
  readonly spends: readonly RuledSpend[];
  readonly callers: number;
}
