import { allocationChain } from "../treasury/allocations/allocations-doc.ts";
import { judgeGuard, silenceGuard } from "../treasury/classifier/judge-guards.ts";
import { freezeGuard } from "../treasury/freezes/freeze-guard.ts";
import { contentGuard } from "../treasury/payees/content-guard.ts";
import { payeeGuard } from "../treasury/payees/payee-guard.ts";
import { holdPayout } from "../treasury/payouts/hold-spend.ts";
import { preflightGuard } from "../treasury/payouts/preflight-guard.ts";
import { limitsGuard } from "../treasury/policy/limits-guard.ts";
import type { SpendingPolicy } from "../treasury/policy/spending-policy.ts";
import type { SpendingTerms } from "../treasury/policy/spending-terms.ts";
import { textGuard } from "../treasury/policy/text-guard.ts";
import { ledgerPayout } from "../treasury/proposals/execute-spend.ts";
import { permitGuard, permitPayout } from "../treasury/quotes/request-permit.ts";
import { rulesGuard } from "../treasury/rules/rules-guard.ts";
import { standingGuard } from "../treasury/standing/standing-guard.ts";

/** Adds what takes part in the judgement of a spend, and what ends one. */
export function policyUnder(terms: SpendingTerms): SpendingPolicy {
  return {
    ...terms,
    scopesOf: allocationChain,
    payouts: [permitPayout, holdPayout, ledgerPayout],
    // In the order of judging, because a reason is joined to those of earlier guards.
    guards: [
      textGuard,
      // The text of a limit replaces that of a review.
      limitsGuard,
      // The judge's opinion is added even to a limit's text.
      judgeGuard,
      rulesGuard,
      // A rule that allows the spend allows it after outside content.
      contentGuard,
      payeeGuard(),
      // The text of a permit precedes all of the former.
      permitGuard,
      standingGuard,
      silenceGuard,
      // A freeze replaces all earlier texts.
      freezeGuard,
      preflightGuard,
    ],
  };
}
