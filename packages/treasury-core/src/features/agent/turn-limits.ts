import { Micros } from "@agent-treasury/provider";
import { amountFromUsd, type NamesOf } from "@agent-treasury/provider/helpers";
import { checkGroup } from "../../kernel/check-group.ts";
import { countOption, durationOption, secondsPerDay } from "../../kernel/number-options.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import { type TurnLimits, defaultTurnLimits } from "./turn-settings.ts";

/** Longer periods could exceed the latest possible date. */
const longestRetentionDays = 36_525;

const turnNames: NamesOf<TurnLimits> = {
  steps: true,
  timeoutSeconds: true,
  concurrentTurns: true,
  outputTokens: true,
  dailyTokens: true,
  tabUsd: true,
  drainSeconds: true,
  retentionDays: true,
};

export function turnLimitsOf({ turns = {} }: TreasuryOptions): TurnLimits {
  checkGroup("turns", turns, turnNames);
  const { steps, timeoutSeconds, concurrentTurns, outputTokens } = defaultTurnLimits;
  const { drainSeconds, retentionDays } = defaultTurnLimits;
  return {
    steps: countOption("turns.steps", turns.steps ?? steps, 1),
    timeoutSeconds: durationOption(
      "turns.timeoutSeconds",
      turns.timeoutSeconds ?? timeoutSeconds,
      secondsPerDay,
    ),
    concurrentTurns: countOption(
      "turns.concurrentTurns",
      turns.concurrentTurns ?? concurrentTurns,
      1,
    ),
    outputTokens: countOption("turns.outputTokens", turns.outputTokens ?? outputTokens, 1),
    dailyTokens:
      turns.dailyTokens == null ? null : countOption("turns.dailyTokens", turns.dailyTokens, 1),
    tabUsd: turns.tabUsd == null ? null : Micros.toUsd(amountFromUsd(turns.tabUsd, "turns.tabUsd")),
    drainSeconds: durationOption(
      "turns.drainSeconds",
      turns.drainSeconds ?? drainSeconds,
      secondsPerDay,
    ),
    retentionDays: countOption(
      "turns.retentionDays",
      turns.retentionDays ?? retentionDays,
      1,
      longestRetentionDays,
    ),
  };
}
