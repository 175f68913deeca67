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
  const { dailyTokens, tabUsd } = turns;
  const given = (name: RequiredLimit): number => turns[name] ?? defaultTurnLimits[name];
  const count = (name: RequiredLimit, most?: number): number =>
    countOption(`turns.${name}`, given(name), 1, most);
  const seconds = (name: RequiredLimit): number =>
    durationOption(`turns.${name}`, given(name), secondsPerDay);
  return {
    steps: count("steps"),
    timeoutSeconds: seconds("timeoutSeconds"),
    concurrentTurns: count("concurrentTurns"),
    outputTokens: count("outputTokens"),
    dailyTokens: dailyTokens == null ? null : countOption("turns.dailyTokens", dailyTokens, 1),
    tabUsd: tabUsd == null ? null : Micros.toUsd(amountFromUsd(tabUsd, "turns.tabUsd")),
    drainSeconds: seconds("drainSeconds"),
    retentionDays: count("retentionDays", longestRetentionDays),
  };
}

type RequiredLimit = Exclude<keyof TurnLimits, "dailyTokens" | "tabUsd">;
