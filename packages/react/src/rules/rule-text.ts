import type { WrittenRule } from "@agent-treasury/sdk-client";
import { windowText } from "../administration/action-text.ts";
import { joined } from "../approvals/approval-text.ts";
import { formatUsd } from "../format/usd.ts";

type Condition = NonNullable<WrittenRule["when"]>;
type Limit = NonNullable<WrittenRule["then"]["limit"]>;
type Requirement = NonNullable<WrittenRule["then"]["requireApprovals"]>;

/** Returns the effect of a rule: "At most $500.00 per month, for each vendor". */
export function ruleEffect({ then }: WrittenRule): string {
  if (then.deny) return "Deny";
  if (then.autoApprove) return "Approve automatically";
  if (then.requireApprovals !== undefined) return requirementText(then.requireApprovals);
  if (then.keepAvailableUsd !== undefined)
    return `Keep at least ${usd(then.keepAvailableUsd)} available`;
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
  const { agents, allocations, categories, rails, days, hours, timeZone } = when;
  return [
    ...vendorsText(when),
    ...(categories === undefined ? [] : categoriesText(categories)),
    ...amountsText(when),
    ...partsText(when),
    ...(agents === undefined ? [] : namesText("agent", "by", agents)),
    ...listText("from allocation", allocations),
    ...listText("paid by", rails),
    ...(days === undefined ? [] : [`on ${joined(days.map((day) => dayNames[day]))}`]),
    ...(hours === undefined ? [] : [`at ${hours.replace("-", "–")}`]),
    ...(timeZone === undefined ? [] : [`in ${timeZone}`]),
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
  if (amountUsd !== undefined) return usd(amountUsd);
  if (count !== undefined) return count === 1 ? "1 spend" : `${count} spends`;
  return newPayees === 1 ? "1 new payee" : `${newPayees} new payees`;
}

function vendorsText({ vendors }: Condition): readonly string[] {
  if (vendors === undefined) return [];
  if (vendors.in !== undefined) return [`to ${joined(vendors.in, "or")}`];
  if (vendors.notIn !== undefined) return [`to others than ${joined(vendors.notIn, "or")}`];
  return ["to a payee for the first time"];
}

function categoriesText(categories: NonNullable<Condition["categories"]>): readonly string[] {
  return "none" in categories ? ["without a category"] : namesText("category", "in", categories);
}

function namesText(
  noun: string,
  preposition: string,
  names: NonNullable<Condition["agents"]>,
): readonly string[] {
  if ("notIn" in names) {
    return [`${preposition} another ${noun} than ${joined(names.notIn, "or")}`];
  }
  return listText(`${preposition} ${noun}`, "in" in names ? names.in : names);
}

function partsText({ balancePercent: { from, below } = {} }: Condition): readonly string[] {
  return [
    ...(from === undefined ? [] : [`from ${from}% of the balance`]),
    ...(below === undefined ? [] : [`below ${below}% of the balance`]),
  ];
}

function amountsText({ amountUsd }: Condition): readonly string[] {
  const { from, below } = amountUsd ?? {};
  if (from !== undefined && below !== undefined)
    return [`from ${usd(from)} to below ${usd(below)}`];
  if (from !== undefined) return [`from ${usd(from)}`];
  return below === undefined ? [] : [`below ${usd(below)}`];
}

function listText(name: string, values: readonly string[] | undefined): readonly string[] {
  return values === undefined ? [] : [`${name} ${joined(values, "or")}`];
}

function usd(amount: number | string): string {
  return formatUsd(Number(amount));
}

const dayNames = {
  mon: "Mon",
  tue: "Tue",
  wed: "Wed",
  thu: "Thu",
  fri: "Fri",
  sat: "Sat",
  sun: "Sun",
} as const;
