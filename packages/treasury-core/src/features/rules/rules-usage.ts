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
import type { JudgementRecord } from "../../kernel/judgement/judgement-record.ts";
import { spendFacts } from "../../kernel/judgement/spend-facts.ts";
import type { GuardUsage, UsageMove, UsageStep } from "../../kernel/judgement/spend-guard.ts";
import type { SpendingTerms } from "../../kernel/judgement/spending-terms.ts";
import type { LedgerHead, LedgerState } from "../../kernel/ledger/ledger-state.ts";
import type { SpendProposal } from "../../kernel/proposals/proposal.ts";
import { allocationIdOf } from "./allocations/allocations-doc.ts";
import { movedAllocation, moveAllocations, usageKeys } from "./allocations/move-allocations.ts";
import { moveUsage, usageBefore } from "./move-usage.ts";
import type { MovedCounter } from "./moved-counter.ts";
import { ruleSetsTerm } from "./rule-sets.ts";
import { ruleState } from "./rule-state.ts";
import { allocationsMemo, chargesMemo, newPayeeMemo } from "./rules-memo.ts";
import { usageKey, usageKind, usageOf } from "./usage-doc.ts";
import { sharedKeysIn } from "./usage-parts.ts";

/** The counters of the rules and allocations to which a spend was charged. */
export const rulesUsage: GuardUsage = {
  reads: (ledger, spend, record, terms) => [
    ...countersOf(ledger, chargesOf(ledger, spend, record, terms), terms),
    ...usageKeys(allocationsMemo.of(record) ?? []),
  ],
  furtherReads: sharedReads,
  move: moveStored,
};

/** Those that are not in the head. */
function countersOf(
  ledger: LedgerState,
  charges: readonly StoredCharge[],
  terms: SpendingTerms,
): readonly Key[] {
  const { counters } = ruleSetsTerm.of(terms).of(ledger);
  const rules = ruleState.of(ledger.head.account);
  return charges.filter(({ counter }) => !isRetainedInHead(rules, counters, counter)).map(usageKey);
}

/** The shared groups that the settlement of a small vendor may move. */
function sharedReads(
  ledger: LedgerState,
  spend: SpendProposal,
  record: JudgementRecord,
  terms: SpendingTerms,
): readonly Key[] {
  const { epoch } = ledger.head;
  const charges = chargesOf(ledger, spend, record, terms);
  const counted = countersOf(ledger, charges, terms).flatMap((key) =>
    sharedKeysIn(usageOf(ledger.doc(key), epoch)),
  );
  const ids = sharedIdsOf(ledger, charges, spend, terms).filter((id) => id !== null);
  return [...counted, ...ids.map((id) => ({ kind: usageKind, id }))];
}

function sharedIdsOf(
  ledger: LedgerState,
  charges: readonly StoredCharge[],
  { agentId }: SpendProposal,
  terms: SpendingTerms,
): readonly (string | null)[] {
  return sharedGroupsOf(charges, agentId, ruleSetsTerm.of(terms).of(ledger).hash);
}

function moveStored(
  ledger: LedgerState,
  head: LedgerHead,
  spend: SpendProposal,
  record: JudgementRecord,
  terms: SpendingTerms,
  at: UsageMove,
): UsageStep {
  const charges = chargesOf(ledger, spend, record, terms);
  const { counters } = ruleSetsTerm.of(terms).of(ledger);
  const rules = ruleState.of(ledger.head.account);
  const shared = sharedIdsOf(ledger, charges, spend, terms);
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
function chargesOf(
  ledger: LedgerState,
  spend: SpendProposal,
  record: JudgementRecord,
  terms: SpendingTerms,
): readonly StoredCharge[] {
  const stored = chargesMemo.of(record);
  if (stored !== undefined) return stored;
  return spend.ruling.judgement === null ? [] : chargedAgain(ledger, spend, record, terms);
}

/** Evaluates the rules that judged a spend on what they read then. */
function chargedAgain(
  ledger: LedgerState,
  spend: SpendProposal,
  record: JudgementRecord,
  terms: SpendingTerms,
): readonly StoredCharge[] {
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
