import { type Micros, TreasuryError } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { knownRails, localClock, type RuleSet, rulesForPasskeys } from "@agent-treasury/rules";
import { screeningRules, type ScreeningRulesOptions } from "@agent-treasury/screening";
import { limitNames, type LimitOverrides, type SpendingLimits } from "../ledger/account.ts";
import { passkeyHolders } from "../passkeys/passkey-index.ts";
import type { FreezeMarker } from "../treasury/freezes/freeze-marker.ts";
import type { AutoApprovePayees } from "../treasury/payees/payee-terms.ts";
import type { SpendingTerms } from "../treasury/policy/spending-terms.ts";
import type { ReviewTimes } from "../treasury/reviews/review-doc.ts";
import { type PublishingTerms, readDraft } from "../treasury/rules/publish-rules.ts";
import { RuleSets } from "../treasury/rules/rule-sets.ts";
import { executorsOf } from "./executors-of.ts";
import { durationOption } from "./number-options.ts";
import type { BudgetOptions, ScreeningOptions, TreasuryOptions } from "./treasury-options.ts";

const millisecondsPerHour = 3_600_000;
const longestHours = 100_000;

const referenceLimitsUsd = {
  maxSpendPerAction: 50,
  autoApproveUnder: 10,
  dailySpendCap: 100,
  minReserve: 20,
} as const;

export type LimitOptions = Omit<BudgetOptions, "startingCapitalUsd" | "autoApproveDailyUsd">;

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
  marker: FreezeMarker,
): SpendingTerms {
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
    gate: screeningRules(screeningTermsOf(screening)),
    ruleSets: new RuleSets(defaultRulesOf(rules, publishing)),
    clock: localClock(timeZone),
    marker,
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

export function limitsFromOptions(options: {
  readonly [Name in keyof LimitOptions]: LimitOptions[Name] | undefined;
}): LimitOverrides {
  const limits: { -readonly [Name in keyof SpendingLimits]?: Micros } = {};
  for (const name of limitNames) {
    const given = options[`${name}Usd`];
    if (given !== undefined) limits[name] = limitFromUsd(given, `${name}Usd`);
  }
  return limits;
}

function referenceLimits(): SpendingLimits {
  return {
    maxSpendPerAction: limitFromUsd(referenceLimitsUsd.maxSpendPerAction, "maxSpendPerActionUsd"),
    autoApproveUnder: limitFromUsd(referenceLimitsUsd.autoApproveUnder, "autoApproveUnderUsd"),
    dailySpendCap: limitFromUsd(referenceLimitsUsd.dailySpendCap, "dailySpendCapUsd"),
    minReserve: limitFromUsd(referenceLimitsUsd.minReserve, "minReserveUsd"),
  };
}
