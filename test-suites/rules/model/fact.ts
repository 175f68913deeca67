import type { Allocation, WrittenRule } from "@agent-treasury/rules";

/** What happened in a workspace, in the order of commits. Amounts are micros. */
export type Fact =
  | { readonly kind: "published"; readonly rules: readonly WrittenRule[] }
  | { readonly kind: "allocated"; readonly allocations: readonly Allocation[] }
  | { readonly kind: "credited"; readonly amount: bigint }
  | { readonly kind: "reset" }
  /** Expired documents were removed. */
  | { readonly kind: "purged"; readonly at: number }
  /** A proposal that was not denied, and that a rule compares with others. */
  | {
      readonly kind: "compared";
      readonly payee: string;
      readonly amount: bigint;
      readonly at: number;
    }
  /** Executed by the ledger, or captured after its hold was released. */
  | {
      readonly kind: "charged";
      readonly amount: bigint;
      readonly at: number;
      readonly charges: readonly ModelCharge[];
    }
  | {
      readonly kind: "held";
      readonly spend: string;
      readonly amount: bigint;
      readonly at: number;
      readonly charges: readonly ModelCharge[];
    }
  | { readonly kind: "released"; readonly spend: string }
  /** The first capture ends the hold. */
  | {
      readonly kind: "captured";
      readonly spend: string;
      readonly amount: bigint;
      readonly at: number;
      readonly charges: readonly ModelCharge[];
      readonly isFirst: boolean;
    }
  /** A payment that a person approved. */
  | { readonly kind: "paid"; readonly payee: string; readonly at: number }
  | { readonly kind: "expense"; readonly amount: bigint };

/** A limit that counts a spend. */
export interface ModelCharge {
  /** What the limit counts, by `identityOf`. */
  readonly limit: string;
  readonly group: string | null;
  /** The group of the agent that counts it while its vendor is below one cent. Null without one. */
  readonly shared: string | null;
  /** A payee without an earlier payment, if the limit counts those. */
  readonly payee: string | null;
}

/** Another maximum remains the same limit. */
export function identityOf({ id, when, then: { limit } }: WrittenRule): string {
  const { per, by, counts = "all" } = limit ?? {};
  const measure = limit?.count !== undefined ? "count" : limit?.newPayees ? "payees" : "amount";
  return JSON.stringify(["rule", id, when ?? {}, measure, per, by ?? null, counts]);
}

export function identityOfAllocation({ id, limit }: Allocation): string {
  return JSON.stringify(["allocation", id, limit?.window ?? null]);
}
