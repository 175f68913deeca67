import type { Proposal, TreasuryState } from "@agent-treasury/sdk-client";
import { formatUsd, usdTogether } from "../format/usd.ts";
import { vendorText } from "../inbox/quote-text.ts";

/** Shown where the deployment turned the check of payees off. */
export const anyPayeeText =
  "The check of payees is off: policy pays any payee, also one that a hijacked agent names.";

/** Returns what is known of a spend's payee; null in records of earlier versions. */
export function payeeText({ payee, amountUsd, agentId, turnId }: Proposal): string | null {
  if (payee === null) return null;
  const { isKnown, isNamed, isAfterOutsideContent, namedAmountUsd } = payee;
  // Without a turn, an agent has no message of a person.
  const isOwn = agentId !== "person" && turnId === null && !isNamed;
  const namer = agentId === "person" ? "by the person" : "in the message";
  const amount = namedAmountUsd === amountUsd ? "amount" : formatUsd(namedAmountUsd);
  return [
    isOwn ? "Named by the agent only" : `${isNamed ? "Named" : "Not named"} ${namer}`,
    namedAmountUsd !== null && `${amount} named`,
    isKnown ? "known" : "not known for this amount",
    isAfterOutsideContent && "after outside content",
  ]
    .filter(Boolean)
    .join(" · ");
}

type AutomaticLimits = Pick<TreasuryState, "budget" | "autoApprovePayees" | "autoApproveDailyUsd">;

/**
 * Returns which later payments policy may approve after an approval makes the payee known. Null if the
 * approval changes nothing about that.
 *
 * @param payableUsd - What the approval would pay.
 */
export function laterText(
  proposal: Proposal,
  payableUsd: number,
  { budget, autoApprovePayees, autoApproveDailyUsd }: AutomaticLimits,
): string | null {
  const { payee } = proposal;
  if (payee === null || payee.isKnown || payee.laterMaximumUsd === null) return null;
  if (autoApprovePayees === "any") return null;
  const { autoApproveUnderUsd, maxSpendPerActionUsd, dailySpendCapUsd } = budget;
  const limits = [maxSpendPerActionUsd, dailySpendCapUsd, autoApproveDailyUsd];
  const most = Math.min(usdTogether(payableUsd, payableUsd), ...limits);
  if (most <= 0 || autoApproveUnderUsd <= 0) return null;
  const range =
    autoApproveUnderUsd <= most
      ? `below ${formatUsd(autoApproveUnderUsd)}`
      : `up to ${formatUsd(most)}`;
  return `Later payments to ${vendorText(proposal)} ${range} may be automatic.`;
}
