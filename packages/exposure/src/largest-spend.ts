import type { Micros } from "@agent-treasury/provider";
import type { Limit } from "@agent-treasury/rules";
import { type Attack, isAutomaticAttack, limitedAllocations } from "./attack.ts";
import type { SpendPart } from "./spend-parts.ts";
import type { Path } from "./spend-paths.ts";
import { isBit, type RuleBits } from "./spend-values.ts";

/** Whether the smallest amount keeps the limits of one spend, as far as they are known. */
export function isPayable(
  { rules, values: { amount } }: SpendPart,
  attack: Attack,
  path: Path,
): boolean {
  if (amount?.maximum == null || amount.minimum === null) return true;
  // An approver may approve less than the amount that conditions test.
  const mayLower = !isAutomaticAttack(attack);
  return leastPerSpend(rules, attack, path, amount.maximum, mayLower) >= amount.minimum;
}

/** @param onlyDenied whether only limits count that deny a larger amount when it is proposed. */
export function leastPerSpend(
  bits: RuleBits,
  attack: Attack,
  path: Path,
  largest: Micros,
  onlyDenied = false,
): Micros {
  const { rules } = attack.ruleSet;
  let least = path.maximum === null ? largest : lesser(largest, path.maximum);
  for (const [index, { then }] of rules.entries()) {
    if (!isBit(bits, index) || then.kind !== "limit") continue;
    const { measure, atProposal, window, by } = then.limit;
    // A spend can be outside of all groups.
    if (window !== null && by !== null && by !== "agent") continue;
    if (onlyDenied && atProposal !== "deny") continue;
    if (measure.kind === "amount" && counts(then.limit, path)) {
      least = lesser(least, measure.maximum);
    }
  }
  if (onlyDenied) return least;
  const { dailySpendCap, autoApproveDaily } = attack.limits;
  least = lesser(least, dailySpendCap);
  if (path.isAutomatic) least = lesser(least, autoApproveDaily);
  for (const [index, { limit }] of limitedAllocations(attack).entries()) {
    if (isBit(bits, rules.length + index)) least = lesser(least, limit.amount);
  }
  return least;
}

const lesser = (one: Micros, other: Micros): Micros => (one < other ? one : other);

/** Whether a limit counts the spends of a class. */
export function counts(limit: Limit, { isAutomatic }: Pick<Path, "isAutomatic">): boolean {
  return limit.counts === "all" || isAutomatic;
}
