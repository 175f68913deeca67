import { Micros } from "@agent-treasury/provider";
import type { Finding, ReservedRuleId } from "@agent-treasury/rules";
import { automaticToday } from "../../kernel/judgement/automatic-approval.ts";
import {
  autoApproveDailyOf,
  limitsOf,
  type SpendingTerms,
} from "../../kernel/judgement/spending-terms.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { amountToPay, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { type Violation, violationOf } from "./limit-violation.ts";

const ruleOf: Readonly<Record<Violation["limit"], ReservedRuleId>> = {
  maxSpendPerAction: "max-spend-per-action",
  dailySpendCap: "daily-spend-cap",
  minReserve: "min-reserve",
};

/**
 * Explains a spend by the limits of the service API. Empty for one that policy approved, so that
 * such spends need no further document.
 */
export function limitFindings(
  ledger: LedgerState,
  proposal: SpendProposal,
  terms: SpendingTerms,
): readonly Finding[] {
  const { verdict, autoApproved, status } = proposal;
  const amount = amountToPay(proposal);
  if (autoApproved) return [];
  const { account } = ledger.head;
  const limits = limitsOf(account, terms);
  const violation = violationOf(amount, account, limits);
  if (violation !== null) {
    const rule = ruleOf[violation.limit];
    return status === "pending"
      ? [finding(rule, "review", violation.explanation)]
      : [finding(rule, "deny", violation.explanation)];
  }
  if (verdict !== "safe" || status !== "pending") return [];
  if (amount >= limits.autoApproveUnder) {
    const detail = `this spend is ${usd(amount)}; spends below ${usd(limits.autoApproveUnder)} are approved automatically.`;
    return [finding("auto-approve-under", "review", detail)];
  }
  const used = automaticToday(ledger);
  const daily = autoApproveDailyOf(limits, terms);
  if (Micros.add(used, amount) <= daily) return [];
  const detail = `${usd(used)} of ${usd(daily)} approved automatically today; this spend is ${usd(amount)}.`;
  return [finding("auto-approve-daily", "review", detail)];
}

function finding(rule: ReservedRuleId, effect: "deny" | "review", detail: string): Finding {
  const opening = effect === "deny" ? "Denied by" : "Needs approval by";
  return { rule, effect, text: `${opening} \`${rule}\`: ${detail}`, usage: null };
}

function usd(amount: Micros): string {
  return `$${Micros.format(amount)}`;
}
