import type { Judge } from "@agent-treasury/provider";
import type { NamesOf } from "@agent-treasury/provider/helpers";
import type { ScreeningRulesOptions } from "@agent-treasury/screening/load";

/** Screening rules and an optional judge. */
export interface ScreeningOptions extends ScreeningRulesOptions {
  /** A second opinion on spends. It can only make the verdict stricter. */
  readonly judge?: Judge;
  /** Timeout of a judgement; 15 by default. */
  readonly judgeTimeoutSeconds?: number;
  /**
   * Spends to judge: `all` that the rules do not block, or only those eligible for `automatic`
   * approval; `all` by default.
   */
  readonly judgeAsks?: "all" | "automatic";
  /** Judgements of one agent in a minute, 60 by default. Further spends need approval. */
  readonly judgeCallsPerMinute?: number;
  /**
   * What happens if the judge does not respond: the spend needs `approval`, also with the
   * verdict `review`, or the verdict of the `screening` rules decides; `approval` by default.
   */
  readonly onSilence?: "approval" | "review" | "screening";
}

export const screeningNames: NamesOf<ScreeningOptions> = {
  prohibitedUses: true,
  blockedVendors: true,
  allowedVendors: true,
  judge: true,
  judgeTimeoutSeconds: true,
  judgeAsks: true,
  judgeCallsPerMinute: true,
  onSilence: true,
};
