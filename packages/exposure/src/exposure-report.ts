import type { ComputedExposure, ExposureQuestion } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { type Allocation, readRuleSet, windowOf } from "@agent-treasury/rules";
import {
  allocationSource,
  type Attack,
  type AttackedLimits,
  type AttackedStanding,
  type LeakedCredential,
} from "./attack.ts";
import { exposureOf, notBounded } from "./exposure.ts";

const maximumListed = 100;

/**
 * Computes the most that an agent can spend, in this thread, which answers nothing else meanwhile.
 *
 * @throws TreasuryError `invalid_request` for rules or an amount that are not valid.
 */
export async function computeExposure(question: ExposureQuestion): Promise<ComputedExposure> {
  const attack = attackOf(question);
  const { reached, proved, sequence, agentId, boundBy } = await exposureOf(attack);
  return {
    reachedUsd: Micros.toUsd(reached),
    provedUsd: proved === null ? null : Micros.toUsd(proved),
    agentId,
    boundBy: [...boundBy],
    spends: sequence.slice(0, maximumListed).map(({ facts, isKnown }) => ({
      at: new Date(facts.at).toISOString(),
      amountUsd: Micros.toUsd(facts.amount),
      vendor: facts.writtenVendor ?? facts.vendor,
      category: facts.category,
      allocationId: facts.allocations[0] ?? null,
      rail: facts.rail,
      isKnownPayee: isKnown,
    })),
    spendCount: sequence.length,
    assumptions: assumptionsOf(question),
    notBounded: [...notBounded],
  };
}

function attackOf(question: ExposureQuestion): Attack {
  const { rules, rails, usage, start, attacker, horizon, timeZone, now } = question;
  const { credential, agentId, balanceUsd } = question;
  const onlyAgent = credential?.agentId ?? agentId;
  return {
    ruleSet: readRuleSet(rules, rails),
    limits: limitsIn(usage),
    standing: standingIn(question),
    allocations: question.allocations.map(allocationOf),
    attacker,
    horizon,
    timeZone,
    now,
    rails,
    ...(onlyAgent !== null && { agentId: onlyAgent }),
    ...(credential !== null && { credential: credentialOf(credential) }),
    ...(balanceUsd !== null && { balance: limitFromUsd(balanceUsd, "balanceUsd") }),
    ...(start === "now" && { used: usedIn(question) }),
  };
}

function limitsIn(usage: ExposureQuestion["usage"]): AttackedLimits {
  const limitOf = (id: string): Micros =>
    limitFromUsd(usage.find(({ rule }) => rule === id)?.maximum ?? 0, id);
  return {
    maxSpendPerAction: limitOf("max-spend-per-action"),
    autoApproveUnder: limitOf("auto-approve-under"),
    autoApproveDaily: limitOf("auto-approve-daily"),
    dailySpendCap: limitOf("daily-spend-cap"),
    minReserve: limitOf("min-reserve"),
  };
}

function usedIn({ usage, allocations }: ExposureQuestion): ReadonlyMap<string, bigint> {
  const ofRules = usage.map(({ rule, unit, used, held }) => {
    const isAmount = unit === "usd";
    return [rule, isAmount ? spentUsd(used, held) : BigInt((used ?? 0) - (held ?? 0))] as const;
  });
  const ofAllocations = allocations.map(
    ({ id, usedUsd, heldUsd }) => [allocationSource(id), spentUsd(usedUsd, heldUsd)] as const,
  );
  return new Map([...ofRules, ...ofAllocations]);
}

/** The attacker may release what is held. */
function spentUsd(used: number | null, held: number | null): Micros {
  return Micros.subtract(limitFromUsd(used ?? 0, "used"), limitFromUsd(held ?? 0, "held"));
}

/**
 * One that lacks approvals for its maximum may have those for less, and one that is used up is active
 * again once a payment is released.
 */
function isUsable({ status }: ExposureQuestion["standing"][number]): boolean {
  return status !== "expired" && status !== "revoked";
}

function standingIn({ standing }: ExposureQuestion): readonly AttackedStanding[] {
  return standing
    .filter(isUsable)
    .map(({ agentId, vendor, maximumUsd, count, windowMaximumUsd, per }) => {
      const window = windowOf(per);
      return {
        agentId,
        vendor,
        maximum: limitFromUsd(maximumUsd, "maximumUsd"),
        count,
        limit:
          windowMaximumUsd === null || window === null
            ? null
            : { maximum: limitFromUsd(windowMaximumUsd, "windowMaximumUsd"), window },
      };
    });
}

function allocationOf({
  id,
  name,
  parent,
  limitUsd,
  per,
  endsAt,
  archived: isArchived,
}: ExposureQuestion["allocations"][number]): Allocation {
  return {
    id,
    name,
    parent,
    limit:
      limitUsd === null
        ? null
        : { amount: limitFromUsd(limitUsd, "limitUsd"), window: windowOf(per) },
    endsAt: endsAt === null ? null : Date.parse(endsAt),
    isArchived,
  };
}

function credentialOf({
  allocationId,
  expiresAt,
  payees,
}: NonNullable<ExposureQuestion["credential"]>): LeakedCredential {
  return {
    allocationId,
    expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
    payees:
      payees &&
      payees.map(({ name, rail, maximumUsd }) => ({
        name,
        rail,
        maximum:
          maximumUsd === null ? Micros.of(10n ** 18n) : limitFromUsd(maximumUsd, "maximumUsd"),
      })),
  };
}

function assumptionsOf({
  attacker,
  start,
  credential,
  balanceUsd,
  standing,
}: ExposureQuestion): string[] {
  const isBeginning = start === "now";
  const hasStanding = standing.some(isUsable);
  return [
    isBeginning
      ? "The attacker begins now, and releases what is on hold. What is spent counts in the present window of allocations and of limits without groups, and other counters are empty."
      : "The attacker chooses the first instant. Every window that the horizon touches counts in full, and all counters are empty.",
    ...(credential === null ? [] : [credentialText(credential)]),
    attacker === "agent"
      ? `No person approves anything. Screening and the judge allow everything${credential?.payees ? "" : ", and every payee is named or known"}.`
      : "One person, who is in every group and has a passkey, approves every spend.",
    balanceUsd === null
      ? "The balance is unlimited."
      : `The balance is ${isBeginning ? "that of now" : "as given"}, without deposits and refunds.`,
    ...(hasStanding ? ["Standing approvals meet every requirement of the rules."] : []),
  ];
}

function credentialText({
  name,
  allocationId,
  expiresAt,
  payees,
}: NonNullable<ExposureQuestion["credential"]>): string {
  const end = expiresAt === null ? "it does not expire" : `it expires at ${expiresAt}`;
  const from = allocationId === null ? "" : ` It spends from the allocation ${allocationId}.`;
  const to =
    payees === null
      ? ""
      : ` Policy pays ${payees.length} known or listed payees, and those that rules or standing approvals allow.`;
  return `The attacker has the credential of ${name} until the end of the horizon, and ${end}.${from}${to}`;
}
