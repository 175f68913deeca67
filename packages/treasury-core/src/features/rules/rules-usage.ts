import { type Key, Micros } from "@agent-treasury/provider";
import {
  emptyCounter,
  evaluate,
  isRetainedInHead,
  type RuleMemory,
  sharedGroupsOf,
  type StoredCharge,
  storedCharges,
} from "@agent-treasury/rules";
import { spendOf } from "../../kernel/judgement/judge-spend.ts";
import { spendFacts } from "../../kernel/judgement/spend-facts.ts";
import type {
  CountedSpend,
  GuardUsage,
  UsageMove,
  UsageStep,
} from "../../kernel/judgement/spend-guard.ts";
import type { LedgerHead } from "../../kernel/ledger/ledger-state.ts";
import { allocationIdOf } from "./allocations/allocations-doc.ts";
import { movedAllocation, moveAllocations, usageKeys } from "./allocations/move-allocations.ts";
import type { MovedCounter } from "./move-head-counters.ts";
import { moveUsage, usageBefore } from "./move-usage.ts";
import { ruleSetsTerm } from "./rule-sets.ts";
import { ruleState } from "./rule-state.ts";
import { allocationsMemo, chargesMemo, newPayeeMemo } from "./rules-memo.ts";
import { usageKey, usageKind, usageOf } from "./usage-doc.ts";
import { sharedKeysIn } from "./usage-parts.ts";

/** The counters of the rules and allocations to which a spend was charged. */
export const rulesUsage: GuardUsage = {
  reads: (counted) => [
    ...countersOf(counted, chargesOf(counted)),
    ...usageKeys(allocationsMemo.of(counted.record) ?? []),
  ],
  furtherReads: sharedReads,
  move: moveStored,
};

/** Those that are not in the head. */
function countersOf(
  { ledger, terms }: CountedSpend,
  charges: readonly StoredCharge[],
): readonly Key[] {
  const { counters } = ruleSetsTerm.of(terms).of(ledger);
  const rules = ruleState.of(ledger.head.account);
  return charges.filter(({ counter }) => !isRetainedInHead(rules, counters, counter)).map(usageKey);
}

/** The shared groups that the settlement of a small vendor may move. */
function sharedReads(counted: CountedSpend): readonly Key[] {
  const { ledger } = counted;
  const charges = chargesOf(counted);
  const keys = countersOf(counted, charges).flatMap((key) =>
    sharedKeysIn(usageOf(ledger.doc(key), ledger.head.epoch)),
  );
  const ids = sharedIdsOf(counted, charges).filter((id) => id !== null);
  return [...keys, ...ids.map((id) => ({ kind: usageKind, id }))];
}

function sharedIdsOf(
  { ledger, spend, terms }: CountedSpend,
  charges: readonly StoredCharge[],
): readonly (string | null)[] {
  return sharedGroupsOf(charges, spend.agentId, ruleSetsTerm.of(terms).of(ledger).hash);
}

function moveStored(counted: CountedSpend, head: LedgerHead, at: UsageMove): UsageStep {
  const { ledger, record, terms } = counted;
  const charges = chargesOf(counted);
  const { counters } = ruleSetsTerm.of(terms).of(ledger);
  const rules = ruleState.of(ledger.head.account);
  const shared = sharedIdsOf(counted, charges);
  const moved = charges.map(({ payee, ...key }, index): MovedCounter => {
    const { limit = null } = counters.get(key.counter) ?? {};
    const inHead = isRetainedInHead(rules, counters, key.counter);
    return { key, limit, inHead, payee, shared: shared[index] ?? null };
  });
  const ruled = moveUsage(head, (id) => usageBefore(ledger, id), moved, at);
  const chain = (allocationsMemo.of(record) ?? []).map((id) => movedAllocation(ledger, id));
  const allocated = moveAllocations(ruled.head, chain, at);
  return { head: allocated.head, put: [...ruled.put, ...allocated.put] };
}

/** What a spend is charged to. An executor may report a payment of a spend that the ledger executed. */
function chargesOf(counted: CountedSpend): readonly StoredCharge[] {
  const stored = chargesMemo.of(counted.record);
  if (stored !== undefined) return stored;
  return counted.spend.ruling.judgement === null ? [] : chargedAgain(counted);
}

/** Evaluates the rules that judged a spend on what they read then. */
function chargedAgain({ ledger, spend, record, terms }: CountedSpend): readonly StoredCharge[] {
  const rules = ruleSetsTerm.of(terms).named(ledger, spend.ruling.rules);
  const { at } = record;
  const allocations = allocationsMemo.of(record) ?? [];
  const facts = spendFacts(spendOf(spend), allocations.map(allocationIdOf), "ledger", at);
  const memory: RuleMemory = {
    counter: () => emptyCounter,
    knownSince: () => (newPayeeMemo.of(record) ? null : at),
    lastProposed: () => null,
    available: Micros.zero,
  };
  const { charges } = evaluate(rules, facts, memory, terms.clock, "execution");
  return storedCharges(charges, spend.autoApproved);
}
