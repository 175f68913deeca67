import type { TreasuryError } from "@agent-treasury/provider";

/** How a run of a turn came to its end in this process. */
export type RunEnd =
  /** It waits, or is over: its memory says which. `error` is for those who waited for it, null for none. */
  | { readonly kind: "rests"; readonly error: TreasuryError | null }
  /** Somebody else runs it, or nobody: its records say how it goes on. */
  | { readonly kind: "left"; readonly error: TreasuryError };
