import type { Clock } from "@agent-treasury/provider";
import { type LoadableScreening, loadableScreening } from "@agent-treasury/screening/load";
import { countOption, wholeMs } from "../../kernel/number-options.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { JudgeDeps } from "./ask-judge.ts";
import { CircuitBreakers } from "./circuit-breaker.ts";

export function screeningRulesOf({ screening = {} }: TreasuryOptions): LoadableScreening {
  const { prohibitedUses, blockedVendors, allowedVendors } = screening;
  return loadableScreening({
    ...(prohibitedUses && { prohibitedUses }),
    ...(blockedVendors && { blockedVendors }),
    ...(allowedVendors && { allowedVendors }),
  });
}

/** Null if none is connected. */
export function judgeOf(
  options: TreasuryOptions,
  clock: Clock,
  report: (error: unknown) => void,
): JudgeDeps | null {
  const timeoutMs = judgeTimeoutMsOf(options);
  const { judge, judgeAsks: asks = "all", onSilence = "approval" } = options.screening ?? {};
  if (judge === undefined) return null;
  const breakers = new CircuitBreakers(clock, judgeCallsPerMinuteOf(options));
  return { judge, timeoutMs, clock, breakers, asks, onSilence, report };
}

function judgeTimeoutMsOf({ screening = {} }: TreasuryOptions): number {
  return wholeMs("screening.judgeTimeoutSeconds", screening.judgeTimeoutSeconds ?? 15);
}

function judgeCallsPerMinuteOf({ screening = {} }: TreasuryOptions): number {
  const { judgeCallsPerMinute = 60 } = screening;
  return countOption("screening.judgeCallsPerMinute", judgeCallsPerMinute, 1);
}
