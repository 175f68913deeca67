import type { Counter } from "../counters/counter.ts";
import { isOpened, isSmall } from "../counters/shared-groups.ts";
import type { Tally } from "../counters/tally.ts";
import type { Rule } from "../rule-set/rule-set.ts";
import { evaluateLimit, keepsLimit } from "./evaluate-limit.ts";
import type { Charge } from "./needed-by.ts";
import type { Outcome } from "./outcome.ts";
import type { Situation } from "./situation.ts";

/**
 * What a spend makes of its vendor's usage: `small` if shared groups count it, `opens` if it begins a
 * group of its own, `grown` if that exists, or if the limit is not by vendor.
 */
export type SizeAfter = "small" | "opens" | "grown";

/** @param counter undefined if it is unavailable. */
export function sizeAfter(
  { key, limit, shared }: Charge,
  counter: Counter | undefined,
  tally: Tally | undefined,
  { memory, facts, clock }: Situation,
): SizeAfter {
  if (key.group === null || counter === undefined) return "grown";
  const { at, approvedAmount } = facts;
  const isShared = shared !== null && memory.isShared?.(key) === true;
  if (isOpened(counter, isShared, limit, clock, at)) return "grown";
  const staysSmall = shared !== null && isSmall(counter, limit, clock, at, approvedAmount, tally);
  return staysSmall ? "small" : "opens";
}

/** Evaluates the limit for the small vendors of an agent together. Null if they keep it. */
export function evaluateShared(
  rule: Rule,
  { key, limit, shared }: Charge,
  situation: Situation,
): Outcome | null {
  const counter = situation.memory.counter({ counter: key.counter, group: shared }, false);
  if (keepsLimit(limit, counter, situation)) return null;
  const group = ` for vendors below $0.01 of agent ${situation.facts.agentId}`;
  return evaluateLimit(rule, limit, counter, situation, undefined, group);
}
