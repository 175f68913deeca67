import type { Clock } from "@agent-treasury/provider";
import { countOption, wholeMs } from "../../kernel/number-options.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { ClassifierDeps } from "./ask-classifier.ts";
import { CircuitBreakers } from "./circuit-breaker.ts";

/** Null if none is connected. */
export function classifierOf(
  options: TreasuryOptions,
  clock: Clock,
  report: (error: unknown) => void,
): ClassifierDeps | null {
  const timeoutMs = classifierTimeoutMsOf(options);
  const {
    classifier,
    classifierAsks: asks = "all",
    onSilence = "approval",
  } = options.screening ?? {};
  if (classifier === undefined) return null;
  const breakers = new CircuitBreakers(clock, classifierCallsPerMinuteOf(options));
  return { classifier, timeoutMs, clock, breakers, asks, onSilence, report };
}

function classifierTimeoutMsOf({ screening = {} }: TreasuryOptions): number {
  return wholeMs("screening.classifierTimeoutSeconds", screening.classifierTimeoutSeconds ?? 15);
}

function classifierCallsPerMinuteOf({ screening = {} }: TreasuryOptions): number {
  const { classifierCallsPerMinute = 60 } = screening;
  return countOption("screening.classifierCallsPerMinute", classifierCallsPerMinute, 1);
}
