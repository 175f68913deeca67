import type { WrittenRule } from "@agent-treasury/sdk-client";
import { windowText } from "../administration/action-text.ts";
import { joined } from "../approvals/approval-text.ts";
import { conditionTexts, writtenUsd } from "./condition-parts.ts";

type Limit = NonNullable<WrittenRule["then"]["limit"]>;
type Requirement = NonNullable<WrittenRule["then"]["requireApprovals"]>;

/** Returns the effect of a rule: "At most $500.00 per month, for each vendor". */
export function ruleEffect({ then }: WrittenRule): string {
  if (then.deny) return "Deny";
  if (then.autoApprove) return "Approve automatically";
  if (then.requireApprovals !== undefined) return requirementText(then.requireApprovals);
  if (then.keepAvailableUsd !== undefined)
    return `Keep at least ${writtenUsd(then.keepAvailableUsd)} available`;
  if (then.limit !== undefined) return limitText(then.limit);
  if (then.duplicate !== undefined) {
    const { hours } = then.duplicate;
    const window = hours === 1 ? "an hour" : `${hours} hours`;
    return `Ask for approval if the same payee and amount repeat within ${window}`;
  }
  // A newer version of the service may have other actions.
  return "Rule of a newer version";
}

/** Returns what a rule applies to, one phrase for each condition. Empty for every spend. */
export function ruleConditions({
  when = {},
  validFrom,
  validUntil,
}: WrittenRule): readonly string[] {
  return [
    ...conditionTexts(when),
    ...(validFrom === undefined ? [] : [`from ${validFrom}`]),
    ...(validUntil === undefined ? [] : [`until ${validUntil}`]),
  ];
}

/** Returns what a rule does beside its effect, one sentence each. */
export function ruleNotes(rule: WrittenRule): readonly string[] {
  const atProposal = ruleAtProposal(rule);
  return [
    ...(atProposal === null ? [] : [atProposal]),
    ...(rule.selfReported === true ? ["Relies on what the agent reports"] : []),
    ...(rule.message === undefined ? [] : [`“${rule.message}”`]),
  ];
}

/** Null for rules that are not limits. */
function ruleAtProposal({ then }: WrittenRule): string | null {
  if (then.limit === undefined) return null;
  return then.limit.atProposal === "deny"
    ? "Denies a proposal above it"
    : "A proposal above it needs approval";
}

function requirementText(requirement: Requirement): string {
  const { count, from, notProposer, passkey, page } = requirement;
  const approvals = `${count} approval${count === 1 ? "" : "s"}`;
  const groups = from === undefined ? "" : ` from ${joined(from, "or")}`;
  const others = notProposer === true ? ", not by the proposer" : "";
  const means = `${passkey === true ? ", with a passkey" : ""}${page === true ? ", on the page" : ""}`;
  return `Require ${approvals}${groups}${others}${means}`;
}

function limitText(limit: Limit): string {
  const { per, by, counts } = limit;
  const window = per === undefined ? "per spend" : windowText(per);
  const automatic = counts === "automatic" ? " approved automatically" : "";
  const each = by === undefined ? "" : `, for each ${by}`;
  return `At most ${amountOf(limit)}${automatic} ${window}${each}`;
}

function amountOf({ amountUsd, count, newPayees }: Limit): string {
  if (amountUsd !== undefined) return writtenUsd(amountUsd);
  if (count !== undefined) return count === 1 ? "1 spend" : `${count} spends`;
  return newPayees === 1 ? "1 new payee" : `${newPayees} new payees`;
}
