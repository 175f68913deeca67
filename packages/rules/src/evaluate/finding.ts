import type { Micros } from "@agent-treasury/provider";

/** The result of one rule that applied to a spend. */
export interface Finding {
  readonly rule: string;
  /**
   * `deny`: denied at proposal, failed at execution. `review`: needs approval, and fails at
   * execution if it is a limit. `require`: needs the approvals of the requirement. `approve`: may be
   * approved automatically. `pass`: within the limit.
   */
  readonly effect: "deny" | "review" | "require" | "approve" | "pass";
  /** A sentence with the observed figures. */
  readonly text: string;
  readonly usage: Usage | null;
}

export type Usage =
  | {
      readonly kind: "amount";
      /** Spent and held in the window, without this spend. */
      readonly used: Micros;
      readonly maximum: Micros;
    }
  | { readonly kind: "count"; readonly used: number; readonly maximum: number };
