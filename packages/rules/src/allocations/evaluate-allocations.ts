import { Micros } from "@agent-treasury/provider";
import type { Counter } from "../counters/counter.ts";
import { usedAmount } from "../counters/usage.ts";
import { describeWindow, usd } from "../evaluate/explain.ts";
import type { Finding } from "../evaluate/finding.ts";
import type { Moment } from "../evaluate/situation.ts";
import type { SpendFacts } from "../evaluate/spend-facts.ts";
import type { LocalClock } from "../windows/local-time.ts";
import type { Allocation, AllocationLimit } from "./allocation.ts";

export interface AllocationEvaluation {
  /** Overrides everything else. */
  readonly denied: Finding | null;
  /** Passed limits. At proposal an approval may wait for them; an execution fails. */
  readonly limits: readonly Finding[];
}

/**
 * Evaluates a spend against its allocation and all ancestors.
 *
 * @param chain as `chainOf` returns it.
 * @param counterOf returns the counter of an allocation; undefined if it is unavailable.
 */
export function evaluateAllocations(
  chain: readonly Allocation[],
  facts: SpendFacts,
  counterOf: (id: string) => Counter | undefined,
  clock: LocalClock,
  moment: Moment = "proposal",
): AllocationEvaluation {
  let denied: Finding | null = null;
  const limits: Finding[] = [];
  for (const allocation of chain) {
    const { id, limit } = allocation;
    const closed = closedReason(allocation, facts.at, clock);
    if (closed !== null) {
      denied ??= findingOf(id, "deny", closed);
      continue;
    }
    if (limit === null) continue;
    const counter = counterOf(id);
    if (counter === undefined) denied ??= findingOf(id, "deny", "its usage is not available.");
    else limits.push(...passedLimit(id, limit, counter, facts, clock, moment));
  }
  return { denied, limits };
}

function closedReason(allocation: Allocation, now: number, clock: LocalClock): string | null {
  if (allocation.isArchived) return "it is archived.";
  const { endsAt } = allocation;
  return endsAt !== null && now >= endsAt ? `it ended on ${clock(endsAt).day}.` : null;
}

function passedLimit(
  id: string,
  limit: AllocationLimit,
  counter: Counter,
  facts: SpendFacts,
  clock: LocalClock,
  moment: Moment,
): Finding[] {
  const used = usedAmount(counter, limit.window, clock, facts.at);
  if (Micros.add(used, facts.approvedAmount) <= limit.amount) return [];
  const detail = `${usd(used)} of ${usd(limit.amount)} used ${describeWindow(limit.window)}; this spend is ${usd(facts.approvedAmount)}.`;
  const usage = { kind: "amount", used, maximum: limit.amount } as const;
  return [{ ...findingOf(id, moment === "execution" ? "deny" : "review", detail), usage }];
}

/** The prefix distinguishes allocations from rules. Rule ids have no colon. */
function findingOf(id: string, effect: "deny" | "review", detail: string): Finding {
  const opening = effect === "deny" ? "Denied by" : "Needs approval by";
  const text = `${opening} allocation \`${id}\`: ${detail}`;
  return { rule: `allocation:${id}`, effect, text, usage: null };
}
