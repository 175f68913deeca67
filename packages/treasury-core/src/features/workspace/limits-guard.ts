import type { GuardVerdict, Screening, SpendGuard } from "../../kernel/judgement/spend-guard.ts";
import { limitsOf } from "../../kernel/judgement/spending-terms.ts";
import { limitFindings } from "./limit-findings.ts";
import { type Violation, violationOf } from "./limit-violation.ts";

/** The limits of the service API. */
export const limitsGuard: SpendGuard = {
  id: "limits",
  isReplayed: true,
  plan: (ledger, { within }, { moment, facts, terms }) => {
    if (within !== undefined) return null;
    return {
      reads: [],
      judge: (): GuardVerdict => {
        const { account } = ledger.head;
        const limits = limitsOf(account, terms);
        const amount = moment === "proposal" ? facts.amount : facts.approvedAmount;
        const violation = violationOf(amount, account, limits);
        return {
          grants: { isSmall: facts.amount < limits.autoApproveUnder },
          tighten: (before) => underLimits(before, violation),
          failure: () => violation?.explanation ?? null,
          findings: (spend) => limitFindings(ledger, spend, terms),
        };
      },
    };
  },
};

/**
 * A spend above `maxSpendPerAction` is blocked. One above the daily cap or below the reserve needs
 * review, because it may fit later.
 */
export function underLimits(before: Screening, violation: Violation | null): Screening {
  if (violation === null || before.verdict === "blocked") return before;
  const verdict = violation.limit === "maxSpendPerAction" ? "blocked" : "review";
  return { verdict, reason: violation.explanation };
}
