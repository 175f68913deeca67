import type { Clock, Judge } from "@agent-treasury/provider";
import type { NamesOf } from "@agent-treasury/provider/helpers";
import {
  type LoadableScreening,
  loadableScreening,
  type ScreeningRulesOptions,
} from "@agent-treasury/screening/load";
import { checkGroup } from "../../kernel/check-group.ts";
import { countOption, wholeMs } from "../../kernel/number-options.ts";
import type { JudgeDeps } from "./ask-judge.ts";
import { CircuitBreakers } from "./circuit-breaker.ts";

interface WithScreening {
  readonly screening?: ScreeningOptions;
}

/** Screening rules and an optional judge. */
export interface ScreeningOptions extends ScreeningRulesOptions {
  /** A second opinion on spends. It can only make the verdict stricter. */
  readonly judge?: Judge;
  /** Timeout of a judgement; 15 by default. */
  readonly judgeTimeoutSeconds?: number;
  /**
   * Spends to judge: `all` that the rules do not block, or only those eligible for `automatic`
   * approval; `all` by default.
   */
  readonly judgeAsks?: "all" | "automatic";
  /** Judgements of one agent in a minute, 60 by default. Further spends need approval. */
  readonly judgeCallsPerMinute?: number;
  /**
   * What happens if the judge does not respond: the spend needs `approval`, also with the
   * verdict `review`, or the verdict of the `screening` rules decides; `approval` by default.
   */
  readonly onSilence?: "approval" | "review" | "screening";
}

const screeningNames: NamesOf<ScreeningOptions> = {
  prohibitedUses: true,
  blockedVendors: true,
  allowedVendors: true,
  judge: true,
  judgeTimeoutSeconds: true,
  judgeAsks: true,
  judgeCallsPerMinute: true,
  onSilence: true,
};

export function screeningRulesOf({ screening = {} }: WithScreening): LoadableScreening {
  checkGroup("screening", screening, screeningNames);
  const { prohibitedUses, blockedVendors, allowedVendors } = screening;
  return loadableScreening({
    ...(prohibitedUses && { prohibitedUses }),
    ...(blockedVendors && { blockedVendors }),
    ...(allowedVendors && { allowedVendors }),
  });
}

/** Null if none is connected. */
export function judgeOf(
  options: WithScreening,
  clock: Clock,
  report: (error: unknown) => void,
): JudgeDeps | null {
  const timeoutMs = judgeTimeoutMsOf(options);
  const { judge, judgeAsks: asks = "all", onSilence = "approval" } = options.screening ?? {};
  if (judge === undefined) return null;
  const breakers = new CircuitBreakers(clock, judgeCallsPerMinuteOf(options));
  return { judge, timeoutMs, clock, breakers, asks, onSilence, report };
}

function judgeTimeoutMsOf({ screening = {} }: WithScreening): number {
  return wholeMs("screening.judgeTimeoutSeconds", screening.judgeTimeoutSeconds ?? 15);
}

function judgeCallsPerMinuteOf({ screening = {} }: WithScreening): number {
  const { judgeCallsPerMinute = 60 } = screening;
  return countOption("screening.judgeCallsPerMinute", judgeCallsPerMinute, 1);
}
