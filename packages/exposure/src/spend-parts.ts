import type { Micros } from "@agent-treasury/provider";
import type { GroupBy, Rule } from "@agent-treasury/rules";
import type { Attack } from "./attack.ts";
import type { Dimension } from "./spend-candidates.ts";
import type { Path } from "./spend-paths.ts";
import { listedBit, type RuleBits, type SpendValue } from "./spend-values.ts";
import { everyHour } from "./windows-touched.ts";

/** A spend of which some dimensions are chosen. */
export interface SpendPart {
  readonly rules: RuleBits;
  readonly values: Readonly<Partial<Record<Dimension, SpendValue>>>;
}

/** The dimension whose values a limit counts separately. */
const dimensionOf: Readonly<Record<Exclude<GroupBy, "agent">, Dimension>> = {
  vendor: "vendors",
  category: "categories",
  allocation: "allocations",
};

export interface Effects {
  readonly restricting: RuleBits;
  readonly approving: RuleBits;
  readonly allowing: RuleBits;
  /** Limits by a dimension. */
  readonly by: Readonly<Partial<Record<Dimension, RuleBits>>>;
  /** Amounts below it need no rule that approves them. Null if no amount does. */
  readonly smallBelow: Micros | null;
}

export function effectsOf(
  rules: readonly Rule[],
  { isAutomatic, allowing }: Path,
  attack: Attack,
): Effects {
  let [restricting, approving] = [0n, 0n];
  for (let bit = 1n << BigInt(rules.length); bit < listedBit(attack); bit <<= 1n)
    restricting |= bit;
  const by: Partial<Record<Dimension, RuleBits>> = {};
  for (const [index, { then }] of rules.entries()) {
    const bit = 1n << BigInt(index);
    if (then.kind === "autoApprove") approving |= bit;
    else if (then.kind !== "duplicate") restricting |= bit;
    if (then.kind !== "limit" || then.limit.by === null || then.limit.by === "agent") continue;
    const dimension = dimensionOf[then.limit.by];
    by[dimension] = (by[dimension] ?? 0n) | bit;
  }
  return {
    restricting,
    approving,
    allowing: allowing ?? 0n,
    by,
    smallBelow: isAutomatic ? attack.limits.autoApproveUnder : null,
  };
}

/** Values whose difference no remaining rule counts are one. */
export function keyOf(
  { rules, values: given }: SpendPart,
  { by }: Effects,
  done: readonly Dimension[],
): string {
  const parts = done.map((dimension) => {
    const value = given[dimension];
    const isGrouped = ((by[dimension] ?? 0n) & rules) !== 0n;
    const own = isGrouped ? String(value?.id) : "";
    return dimension === "amount" ? `${own}${value?.maximum}` : own;
  });
  return `${rules} ${given.vendors?.isKnown} ${parts.join(" ")}`;
}

export function joinHours(one: SpendPart, other: SpendPart): SpendPart {
  const [time, more] = [one.values.time, other.values.time];
  if (time === undefined || more === undefined) return richer(one, other);
  const hours = (time.hours ?? everyHour).map((is, hour) => is || more.hours?.[hour] === true);
  const joint = { ...time, hours, minutes: [...time.minutes, ...more.minutes] };
  return { ...one, values: { ...one.values, time: joint } };
}

function richer(one: SpendPart, other: SpendPart): SpendPart {
  const varietyIn = ({ values: given }: SpendPart) => given.vendors?.count ?? 0;
  return varietyIn(other) > varietyIn(one) ? other : one;
}

/** A spend that another one can replace under fewer limits does not raise the maximum. */
export function withoutDominated(
  all: readonly SpendPart[],
  dominates: (better: SpendPart, one: SpendPart) => boolean,
): readonly SpendPart[] {
  return all.filter(
    (one, index) =>
      !all.some(
        (other, place) =>
          place !== index && dominates(other, one) && !(index < place && dominates(one, other)),
      ),
  );
}

/** @param isLast whether no further condition can remove a rule that approves. */
export function replaces(
  better: SpendPart,
  one: SpendPart,
  { restricting, approving, allowing, by, smallBelow }: Effects,
  isLast: boolean,
): boolean {
  const [more, less] = [better.rules & restricting, one.rules & restricting];
  if ((more & ~less) !== 0n || (one.rules & (approving | allowing) & ~better.rules) !== 0n)
    return false;
  const [largest, smaller] = [better.values.amount?.maximum, one.values.amount?.maximum];
  if (largest != null && smaller != null) {
    const losesApproval =
      smallBelow !== null &&
      largest >= smallBelow &&
      smaller < smallBelow &&
      (!isLast || (better.rules & approving) === 0n);
    if (largest < smaller || losesApproval) return false;
  }
  const [hours, fewer] = [better.values.time?.hours, one.values.time?.hours];
  if (hours != null && fewer?.some((is, hour) => is && hours[hour] !== true)) return false;
  if (better.values.vendors?.isKnown === false && one.values.vendors?.isKnown === true)
    return false;
  return (Object.keys(by) as Dimension[]).every(
    (dimension) =>
      ((by[dimension] ?? 0n) & better.rules) === 0n ||
      better.values[dimension] === one.values[dimension],
  );
}
