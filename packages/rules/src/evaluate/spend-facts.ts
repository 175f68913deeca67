import type { Micros } from "@agent-treasury/provider";

/** What rules know of a spend. */
export interface SpendFacts {
  /** As proposed. Conditions test it, so that a lower approved amount keeps all requirements. */
  readonly amount: Micros;
  /** What limits and reserves count. Below `amount` if approvers lowered it. */
  readonly approvedAmount: Micros;
  readonly payee: Payee;
  /** The vendor name in the form of keys. */
  readonly vendor: string;
  /** The vendor name as it was written, which shows its look-alikes. `vendor` by default. */
  readonly writtenVendor?: string;
  /** In the form of keys; null if not given. */
  readonly category: string | null;
  readonly agentId: string;
  /** The spend's allocation, then its ancestors. Empty without an allocation. */
  readonly allocations: readonly string[];
  readonly rail: string;
  /** Workspace time in milliseconds since 1970. */
  readonly at: number;
}

export interface Payee {
  /** `name:` and the vendor name in the form of keys, or an identity that the rail proves. */
  readonly id: string;
  readonly isSelfReported: boolean;
}
