import type { FreezeMarker } from "../features/freezes/index.ts";
import type { ReviewTimes } from "../features/payments/index.ts";
import type { RuleSets } from "../features/rules/index.ts";
import type { ScreeningTerms } from "../features/screening/index.ts";
import type { KernelTerms } from "../kernel/judgement/spending-terms.ts";

/** The terms of the kernel and of all features, from the options. */
export interface TreasuryTerms extends KernelTerms {
  readonly gate: ScreeningTerms["rules"];
  /** Null or missing if none is connected. */
  readonly judge?: ScreeningTerms["judge"];
  readonly ruleSets: RuleSets;
  /** Read before a payment begins. */
  readonly marker: FreezeMarker;
  /** Missing without executors that look at payments again. */
  readonly reviews?: ReviewTimes;
}
