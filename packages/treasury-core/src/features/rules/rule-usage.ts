import type { RuleUsage } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import {
  type CompiledRule,
  type CompiledRules,
  type Counter,
  type CounterKey,
  type Limit,
  liveGroups,
  type ReservedRuleId,
  usageIn,
  type Window,
} from "@agent-treasury/rules";
import type { SpendingPolicy } from "../../kernel/judgement/spending-policy.ts";
import { autoApproveDailyOf, limitsOf } from "../../kernel/judgement/spending-terms.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { headCounter, ruleState } from "./rule-state.ts";
import { ruleCounter, usageKey } from "./usage-doc.ts";

/** The numbers and usage of the five limits, which are evaluated beside the rules. */
export function usageOfLimits({ head }: LedgerState, policy: SpendingPolicy): RuleUsage[] {
  const { account } = head;
  const limits = limitsOf(account, policy);
  const spentToday = Micros.add(account.spentToday, account.held);
  return [
    limitOf("max-spend-per-action", "spend", limits.maxSpendPerAction),
    {
      ...limitOf("daily-spend-cap", "day", limits.dailySpendCap),
      used: Micros.toUsd(spentToday),
      held: Micros.toUsd(account.held),
    },
    limitOf("min-reserve", "balance", limits.minReserve),
    limitOf("auto-approve-under", "spend", limits.autoApproveUnder, "automatic"),
    {
      ...limitOf("auto-approve-daily", "day", autoApproveDailyOf(limits, policy), "automatic"),
      used: Micros.toUsd(account.autoApprovedToday),
    },
  ];
}

function limitOf(
  rule: ReservedRuleId,
  per: string,
  amount: Micros,
  counts: RuleUsage["counts"] = "all",
): RuleUsage {
  const maximum = Micros.toUsd(amount);
  const unit = "usd";
  return { rule, unit, per, by: null, counts, maximum, used: null, held: null, groups: null };
}

/**
 * The usage of each limit and reserve among the rules.
 *
 * @throws DocsNotLoaded to run the command again with the counters.
 */
export function usageOfRules(
  ledger: LedgerState,
  { rules }: CompiledRules,
  { clock }: SpendingPolicy,
  now: number,
): RuleUsage[] {
  const keys = rules.flatMap((compiled) => ownUsageOf(compiled) ?? []);
  if (keys.length > 0) ledger.request(keys.map(usageKey));
  return rules.flatMap((compiled): RuleUsage[] => {
    const { rule, counter } = compiled;
    if (rule.then.kind === "keepAvailable") {
      return [{ ...limitOf("min-reserve", "balance", rule.then.amount), rule: rule.id }];
    }
    if (rule.then.kind !== "limit") return [];
    const { limit } = rule.then;
    const { by, counts } = limit;
    const plain = { rule: rule.id, ...numberOf(limit), by, counts, used: null, held: null };
    if (counter === null) return [{ ...plain, groups: null }];
    if (by !== null) {
      const groups = ruleState.of(ledger.head.account).groups.get(counter) ?? [];
      return [{ ...plain, groups: liveGroups(groups.filter(([end]) => end > now)) }];
    }
    return [{ ...plain, groups: null, ...used(counterOf(ledger, compiled), limit, clock, now) }];
  });
}

/** A counter that is a document, and not of one group. */
function ownUsageOf({ rule, counter }: CompiledRule): CounterKey | null {
  if (counter === null || rule.then.kind !== "limit") return null;
  const { by, measure } = rule.then.limit;
  return by === null && measure.kind === "newPayees" ? { counter, group: null } : null;
}

function counterOf(ledger: LedgerState, compiled: CompiledRule): Counter {
  const key = ownUsageOf(compiled);
  if (key !== null) return ruleCounter(ledger, key);
  return headCounter(ruleState.of(ledger.head.account), compiled.counter ?? "");
}

function used(
  counter: Counter,
  { measure, window }: Limit,
  clock: SpendingPolicy["clock"],
  now: number,
): Pick<RuleUsage, "used" | "held"> {
  const usage = usageIn(counter, window, clock, now);
  switch (measure.kind) {
    case "amount":
      return { used: Micros.toUsd(usage.used), held: Micros.toUsd(counter.held) };
    case "count":
      return { used: usage.usedCount, held: counter.heldCount };
    case "newPayees":
      return { used: usage.payees.length, held: counter.heldPayees.length };
  }
}

const units = { amount: "usd", count: "spends", newPayees: "payees" } as const;

function numberOf({ measure, window }: Limit): Pick<RuleUsage, "unit" | "per" | "maximum"> {
  const maximum = measure.kind === "amount" ? Micros.toUsd(measure.maximum) : measure.maximum;
  return { unit: units[measure.kind], per: windowText(window), maximum };
}

function windowText(window: Window | null): string {
  if (window === null) return "spend";
  if (window.kind === "calendar") return window.period;
  if (window.hours < 1) return `${Math.round(window.hours * 60)} minutes`;
  return window.hours === 1 ? "1 hour" : `${window.hours} hours`;
}
