import { type Micros, TreasuryError } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { knownRails, localClock } from "@agent-treasury/rules";
import { passkeyHolders } from "../features/passkeys/index.ts";
import { executorsOf, reviewTimesOf } from "../features/payments/index.ts";
import { defaultRulesOf, type PublishingTerms, RuleSets } from "../features/rules/index.ts";
import { screeningRulesOf } from "../features/screening/index.ts";
import { limitsFromOptions, referenceLimits } from "../features/workspace/index.ts";
import type { AutoApprovePayees } from "../kernel/judgement/spending-terms.ts";
import { durationOption } from "../kernel/number-options.ts";
import type { TreasuryOptions } from "../treasury-options.ts";
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
  const { budget = {}, rules, timeZone = "UTC" } = options;
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
    gate: screeningRulesOf(options),
    ruleSets: new RuleSets(defaultRulesOf(rules, publishing)),
    clock: localClock(timeZone),
    autoApprovePayees: autoApprovePayeesOf(options),
    ...(reviews.size > 0 && { reviews }),
  };
}

function autoApprovePayeesOf({ autoApprovePayees = "known" }: TreasuryOptions): AutoApprovePayees {
  if (autoApprovePayees === "known" || autoApprovePayees === "any") return autoApprovePayees;
  throw new TreasuryError("invalid_request", '`autoApprovePayees` must be "known" or "any".');
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
