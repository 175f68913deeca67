import { type Micros, TreasuryError } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { knownRails, localClock, type RuleSet, rulesForPasskeys } from "@agent-treasury/rules";
import { loadableScreening, type ScreeningRulesOptions } from "@agent-treasury/screening/load";
import { passkeyHolders } from "../features/passkeys/index.ts";
import { executorsOf, type ReviewTimes } from "../features/payments/index.ts";
import { type PublishingTerms, readDraft, RuleSets } from "../features/rules/index.ts";
import { limitsFromOptions, referenceLimits } from "../features/workspace/index.ts";
import type { AutoApprovePayees } from "../kernel/judgement/spending-terms.ts";
import { durationOption } from "../kernel/number-options.ts";
import type { ScreeningOptions, TreasuryOptions } from "../treasury-options.ts";
import type { TreasuryTerms } from "./treasury-terms.ts";

const millisecondsPerHour = 3_600_000;
const longestHours = 100_000;

export function publishingTermsOf(options: TreasuryOptions): PublishingTerms {
  const { authenticate, passkeys } = options;
  const connected = executorsOf(options).map(({ executor }) => executor.provider);
  return {
    rails: [...new Set([...knownRails, ...connected])],
    hasSignIn: authenticate !== undefined,
    hasPasskeys: passkeys !== undefined,
    passkeyHolders,
  };
}

export function spendingTermsOf(
  options: TreasuryOptions,
  publishing: PublishingTerms,
): Omit<TreasuryTerms, "marker"> {
  const { budget = {}, screening, rules, timeZone = "UTC" } = options;
  const { autoApproveDailyUsd: daily } = budget;
  const reviews = reviewTimesOf(options);
  return {
    limits: { ...referenceLimits(), ...limitsFromOptions(budget) },
    autoApproveDaily: daily === undefined ? null : limitFromUsd(daily, "autoApproveDailyUsd"),
    proposalLifetimeMs: msOf("proposalExpiryHours", options),
    followUp: {
      remindAfterMs: msOf("remindAfterHours", options),
      escalateAfterMs: msOf("escalateAfterHours", options),
    },
    gate: loadableScreening(screeningTermsOf(screening)),
    ruleSets: new RuleSets(defaultRulesOf(rules, publishing)),
    clock: localClock(timeZone),
    autoApprovePayees: autoApprovePayeesOf(options),
    listedOrigins: new Set(options.paidFetch?.origins),
    ...(reviews.size > 0 && { reviews }),
  };
}

function screeningTermsOf({
  prohibitedUses,
  blockedVendors,
  allowedVendors,
}: ScreeningOptions = {}): ScreeningRulesOptions {
  return {
    ...(prohibitedUses && { prohibitedUses }),
    ...(blockedVendors && { blockedVendors }),
    ...(allowedVendors && { allowedVendors }),
  };
}

function autoApprovePayeesOf({ autoApprovePayees = "known" }: TreasuryOptions): AutoApprovePayees {
  if (autoApprovePayees === "known" || autoApprovePayees === "any") return autoApprovePayees;
  throw new TreasuryError("invalid_request", '`autoApprovePayees` must be "known" or "any".');
}

function reviewTimesOf(options: TreasuryOptions): ReviewTimes {
  const executors = executorsOf(options).map(({ executor }) => executor);
  return new Map(
    executors.flatMap(({ provider, review, reviewAfterMs }) =>
      review === undefined || reviewAfterMs === undefined ? [] : [[provider, reviewAfterMs]],
    ),
  );
}

/** A new workspace has no passkeys, so that nothing could be approved there. */
function defaultRulesOf(rules: TreasuryOptions["rules"], publishing: PublishingTerms): RuleSet {
  const read = readDraft(rules ?? { version: 1, rules: [] }, publishing);
  const [signed] = rulesForPasskeys(read);
  if (signed === undefined) return read;
  throw new TreasuryError(
    "invalid_request",
    `Rule \`${signed}\`: \`passkey\` cannot be in the default rules, because a new workspace has no passkeys. Publish it in the workspace.`,
  );
}

/** Storages store whole milliseconds. */
function msOf(
  name: "proposalExpiryHours" | "remindAfterHours" | "escalateAfterHours",
  { [name]: hours }: TreasuryOptions,
): number | null {
  if (hours === undefined) return null;
  return Math.ceil(durationOption(name, hours, longestHours) * millisecondsPerHour);
}

export function startingCapitalOf({ budget }: TreasuryOptions): Micros {
  return limitFromUsd(budget?.startingCapitalUsd ?? 0, "startingCapitalUsd");
}
