import { Micros } from "@agent-treasury/provider";
import { bucketEnd, bucketName, chainOf, localClock, type SpendFacts } from "@agent-treasury/rules";
import type { Attack, AttackedStanding } from "./attack.ts";
import { AttackedWorkspace, type AttackSpend } from "./attacked-workspace.ts";
import { dayMs, horizonEnd, minuteMs, spanOf } from "./horizon.ts";
import { usd } from "./random-attacks.fixture.ts";
import { namedPayee, plainSpend } from "./spend-candidates.ts";
import { hourMs } from "./windows-touched.ts";

/** What the attacker proposes at each instant, as often as it is paid. */
interface Proposed extends Partial<Pick<SpendFacts, "category" | "rail">> {
  readonly vendor?: string;
  readonly allocation?: string;
  readonly isKnown?: boolean;
  readonly standing?: AttackedStanding;
  /** The largest amount in USD. */
  readonly usd?: number;
  /** Of which an approver approves no more, in USD. */
  readonly lowered?: number;
}

export interface HandWrittenAttack {
  readonly attack: Attack;
  /** The first instants that the attacker tries. */
  readonly starts: readonly number[];
  readonly proposals: readonly Proposed[];
  /** What it spends, in USD. */
  readonly spends: number;
}

/** The last instant of a bucket, from which a spend counts for the shortest time. */
export const edge = (hours: number, near: number): number =>
  bucketEnd(hours, bucketName(hours, near)) - 1;

const steps = { day: 5 * minuteMs, week: hourMs, month: 6 * hourMs, year: 7 * dayMs } as const;

/** Spends as much as it can at each instant, and returns the most from any start. */
export function mostOf({ attack, starts, proposals }: HandWrittenAttack): Micros {
  const clock = localClock(attack.timeZone);
  let most = Micros.zero;
  for (const start of starts) {
    const end = spanOf(attack, clock)?.end ?? horizonEnd(start, attack.horizon, clock);
    const workspace = new AttackedWorkspace(attack, clock);
    for (const instant of instantsBetween(start, end, attack)) {
      for (const one of proposals) spendAll(workspace, spendOf(attack, one, instant), one);
    }
    most = Micros.max(most, workspace.book.spent);
  }
  return most;
}

/** Local hours and ends of buckets, and their last milliseconds. */
function instantsBetween(
  start: number,
  end: number,
  { horizon, ruleSet }: Attack,
): readonly number[] {
  const found = new Set([start, end]);
  const step = steps[horizon];
  for (let next = Math.ceil(start / step) * step; next <= end; next += step) found.add(next);
  for (const { then } of ruleSet.rules) {
    const window = then.kind === "limit" ? then.limit.window : null;
    if (window?.kind !== "rolling") continue;
    for (let next = edge(window.hours, start); next <= end;) {
      found.add(next).add(next + 1);
      next = edge(window.hours, next + 1);
    }
  }
  return [...found].filter((one) => one <= end).toSorted((one, other) => one - other);
}

function spendAll(workspace: AttackedWorkspace, spend: AttackSpend, { lowered }: Proposed): void {
  for (let tries = 0; tries < 50; tries += 1) {
    const { amount } = spend.facts;
    const room = workspace.roomFor(spend, lowered === undefined ? amount : usd(lowered));
    if (room <= 0n) return;
    const facts = { ...spend.facts, approvedAmount: room };
    if (lowered === undefined) facts.amount = room;
    if (!workspace.pay({ ...spend, facts })) return;
  }
}

function spendOf(attack: Attack, proposed: Proposed, instant: number): AttackSpend {
  const { vendor = "shop", allocation: own, isKnown = false, standing = null } = proposed;
  const { category = null, rail = "ledger" } = proposed;
  const amount = usd(proposed.usd ?? 100);
  const chain = own === undefined ? [] : (chainOf(attack.allocations, own) ?? []);
  const allocations = chain.map(({ id }) => id);
  const { agentId = "agent" } = attack;
  const named = namedPayee(vendor);
  const terms = { category, rail, allocations, agentId, amount, approvedAmount: amount };
  return { facts: { ...plainSpend, ...named, ...terms, at: instant }, isKnown, standing };
}
