import type { Counter } from "../counters/counter.ts";
import { isOpened, isSmall, smallBelow } from "../counters/shared-groups.ts";
import type { Tally } from "../counters/tally.ts";
import type { Rule } from "../rule-set/rule-set.ts";
import { evaluateLimit, keepsLimit } from "./evaluate-limit.ts";
import type { Charge } from "./needed-by.ts";
import type { Outcome } from "./outcome.ts";
import type { Situation } from "./situation.ts";

/**
 * Returns whether shared groups count the usage of the spend's vendor, also with the spend.
 *
 * @param counter undefined if it is unavailable.
 */
export function staysSmall(
  { key, limit, shared }: Charge,
  counter: Counter | undefined,
  tally: Tally | undefined,
  { memory, facts, clock }: Situation,
): boolean {
  const { at, approvedAmount } = facts;
  // Most spends, without a look at the counter.
  if (shared === null || counter === undefined || approvedAmount >= smallBelow) return false;
  const isShared = memory.isShared?.(key) === true;
  if (isOpened(counter, isShared, limit, clock, at)) return false;
  return isSmall(counter, limit, clock, at, approvedAmount, tally);
}

/** Returns whether the spend begins a group of its own. */
export function opensGroup(charge: Charge, situation: Situation): boolean {
  const { key, limit, inHead, shared } = charge;
  const { memory, facts, clock } = situation;
  const counter = memory.counter(key, inHead);
  if (key.group === null || counter === undefined) return false;
  const isShared = shared !== null && memory.isShared?.(key) === true;
  if (isOpened(counter, isShared, limit, clock, facts.at)) return false;
  return !staysSmall(charge, counter, memory.tally?.(key, inHead), situation);
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
