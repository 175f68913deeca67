import type { Micros } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { localClock } from "@agent-treasury/rules";
import { checkGroup } from "../../kernel/check-group.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import type { AutoApprovePayees, KernelTerms } from "../../kernel/judgement/spending-terms.ts";
import { durationOption } from "../../kernel/number-options.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import { budgetNames, limitsFromOptions, referenceLimits } from "./budget-options.ts";

const millisecondsPerHour = 3_600_000;
const longestHours = 100_000;

/** @throws TreasuryError `invalid_request`. */
export function kernelTermsOf(options: TreasuryOptions): KernelTerms {
  const { budget = {}, timeZone = "UTC" } = options;
  checkGroup("budget", options.budget, budgetNames);
  const { autoApproveDailyUsd: daily } = budget;
  return {
    limits: { ...referenceLimits(), ...limitsFromOptions(budget) },
    autoApproveDaily: daily === undefined ? null : limitFromUsd(daily, "autoApproveDailyUsd"),
    proposalLifetimeMs: msOf("proposalExpiryHours", options),
    followUp: {
      remindAfterMs: msOf("remindAfterHours", options),
      escalateAfterMs: msOf("escalateAfterHours", options),
    },
    clock: localClock(timeZone),
    autoApprovePayees: autoApprovePayeesOf(options),
  };
}

function autoApprovePayeesOf({ autoApprovePayees = "known" }: TreasuryOptions): AutoApprovePayees {
  if (autoApprovePayees === "known" || autoApprovePayees === "any") return autoApprovePayees;
  throw invalidRequest('`autoApprovePayees` must be "known" or "any".');
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
