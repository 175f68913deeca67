import { type Doc, type Key, Micros } from "@agent-treasury/provider";
import {
  type CompiledRules,
  type Counter,
  type CounterKey,
  emptyCounter,
  emptyTally,
  evaluate,
  evaluateAllocations,
  type Needs,
  type RuleMemory,
  smallBelow,
  type SpendFacts,
  type Tally,
  withTally,
} from "@agent-treasury/rules";
import type { JudgementRecord } from "../../kernel/judgement/judgement-record.ts";
import type {
  GuardPlan,
  JudgedSpend,
  SpendGuard,
  SpendQuestion,
} from "../../kernel/judgement/spend-guard.ts";
import { balanceOf } from "../../kernel/ledger/account.ts";
import { RepeatedKey } from "../../kernel/ledger/key-text.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { newestOf } from "../../kernel/payees/payee-doc.ts";
import { allocationCounterKey } from "./allocations/allocations-doc.ts";
import { counterIn as counterInDoc } from "./allocations/counter-doc.ts";
import type { MovedAllocation } from "./allocations/move-allocations.ts";
import { duplicateKeys } from "./duplicate-doc.ts";
import type { UsageBefore } from "./move-usage.ts";
import { ruleSetsTerm } from "./rule-sets.ts";
import { type RuleState, ruleState } from "./rule-state.ts";
import { chargesMemo } from "./rules-memo.ts";
import { rulesUsage } from "./rules-usage.ts";
import { RulesVerdict } from "./rules-verdict.ts";
import { usageIdOf, usageKind, usageOf } from "./usage-doc.ts";
import { hasParts, sharedKeysIn } from "./usage-parts.ts";
import type { DocTally } from "./usage-tallies.ts";

interface JudgedUsage extends UsageBefore {
  readonly tally: Tally;
}

/**
 * The published rules, and the allocations. One guard, because both use the tallies of the head, and
 * because a denial by either comes before a limit of either.
 */
export const rulesGuard: SpendGuard = {
  id: "rules",
  isReplayed: true,
  plan: planRules,
  usage: rulesUsage,
};

function planRules(
  ledger: LedgerState,
  { within }: JudgedSpend,
  asked: SpendQuestion,
): GuardPlan | null {
  const { facts, terms } = asked;
  const ruleSets = ruleSetsTerm.of(terms);
  const rules = ruleSets.of(ledger);
  const state = ruleState.of(ledger.head.account);
  // Most workspaces begin without rules. Published ones are named in the record of the spend.
  const isRuled = rules.rules.length > 0 || state.published !== null;
  if (!isRuled && asked.scopes.length === 0) return null;
  const { needs: all, usage, payee } = ruleSets.needs.of(rules, facts);
  const needs = within === undefined ? all : beside(within, all);
  const scopes = within === undefined ? asked.scopes : [];
  const about = { ...asked, scopes };
  const used = scopes.map((allocation) => new RepeatedKey(allocationCounterKey(allocation)));
  const duplicates = needs.duplicate ? duplicateKeys(facts.payee.id, facts.amount) : [];
  const excess = state.tallies.excessWith([...usage, ...used]);
  const counted = [...usage, ...sharedKeysOf(needs, facts)];
  const reads = [...counted, ...used, ...payee, ...duplicates, ...excess.map(({ key }) => key)];
  const planned = { rules, needs, counted, used, payee, duplicates, excess };
  return { reads, judge: (docs) => judgeByRules(ledger, about, planned, docs) };
}

/**
 * Leaves out the limits that counted the spend which holds the amount, and reserves, because its hold
 * lowered what is available.
 */
function beside(record: JudgementRecord, { candidates, ...needs }: Needs): Needs {
  const counted = new Set(chargesMemo.of(record)?.map(placeOf));
  const left = candidates.filter(
    ({ entry, counter }) =>
      entry.rule.then.kind !== "keepAvailable" &&
      (counter === null || !counted.has(placeOf(counter.key))),
  );
  return { ...needs, candidates: left };
}

/** A limit may count the payment in another group, such as that of its own category. */
function placeOf({ counter, group }: CounterKey): string {
  return `${counter} ${group}`;
}

interface Planned {
  readonly rules: CompiledRules;
  readonly needs: Needs;
  /** Documents of counters that are not in the head. */
  readonly counted: readonly Key[];
  /** Counters of the allocations. */
  readonly used: readonly Key[];
  readonly payee: readonly Key[];
  readonly duplicates: readonly Key[];
  /** Tallies to write into their documents, so that there is space for those of the spend. */
  readonly excess: readonly DocTally[];
}

function judgeByRules(
  ledger: LedgerState,
  { moment, facts, scopes, terms: { clock } }: SpendQuestion,
  { rules, needs, counted, used, payee, duplicates, excess }: Planned,
  docs: readonly (Doc | undefined)[],
): RulesVerdict {
  const { account, epoch } = ledger.head;
  const usage = usageIn(ledger, counted, docs);
  const memory: RuleMemory = {
    ...countersOf(ruleState.of(account), usage),
    knownSince: () => newestOf(ledger, payee),
    lastProposed: () => newestOf(ledger, duplicates),
    available: Micros.subtract(balanceOf(account), account.held),
  };
  const evaluation = evaluate(rules, facts, memory, clock, moment, needs);
  const chain = scopes.map((allocation, index): MovedAllocation => {
    const counter = counterInDoc(docs[counted.length + index], epoch);
    return { allocation, key: used[index] ?? allocationCounterKey(allocation), counter };
  });
  const { tallies } = ruleState.of(account);
  const allocationCounter = (id: string): Counter | undefined => {
    const one = chain.find(({ allocation }) => allocation?.id === id);
    return one && withTally(one.counter, tallies.get(one.key));
  };
  const allocated = evaluateAllocations(scopes, facts, allocationCounter, clock, moment);
  const isCompared = needs.duplicate && moment === "proposal";
  const counters = { usage, chain, excess, keepsCharges: rules.countsByBalance };
  return new RulesVerdict(ledger, facts, evaluation, allocated, counters, isCompared);
}

/** The groups that count a spend below one cent while its vendor is small. */
function sharedKeysOf({ candidates }: Needs, { approvedAmount }: SpendFacts): readonly Key[] {
  if (approvedAmount >= smallBelow) return [];
  const ids = candidates.flatMap(({ counter }) => counter?.shared ?? []);
  return [...new Set(ids)].map((id) => ({ kind: usageKind, id }));
}

/**
 * Reads documents of counters, and those of the shared groups that their vendors leave at one cent.
 *
 * @param docs of the keys, in their order.
 */
function usageIn(
  ledger: LedgerState,
  keys: readonly Key[],
  docs: readonly (Doc | undefined)[],
  usage: Map<string, JudgedUsage> = new Map(),
): ReadonlyMap<string, JudgedUsage> {
  const { epoch, account } = ledger.head;
  const { tallies } = ruleState.of(account);
  const shared: Key[] = [];
  for (const [index, key] of keys.entries()) {
    const counters = usageOf(docs[index], epoch);
    usage.set(key.id, { key, counters, tally: tallies.get(key) });
    shared.push(...sharedKeysIn(counters));
  }
  // A shared group has no parts.
  return shared.length === 0 ? usage : usageIn(ledger, shared, ledger.request(shared), usage);
}

function countersOf(
  { counters, tally }: RuleState,
  usage: ReadonlyMap<string, JudgedUsage>,
): Pick<RuleMemory, "counter" | "tally" | "isShared"> {
  return {
    isShared: (key) => {
      const group = usage.get(usageIdOf(key));
      return group !== undefined && hasParts(group.counters, key.counter);
    },
    counter: (key, inHead) => {
      if (inHead) return counters.get(key.counter) ?? emptyCounter;
      const group = usage.get(usageIdOf(key));
      return group && (group.counters.get(key.counter)?.counter ?? emptyCounter);
    },
    tally: (key, inHead) => {
      if (inHead) return tally.counters.has(key.counter) ? tally : emptyTally;
      const group = usage.get(usageIdOf(key));
      return group?.counters.get(key.counter)?.isTallied ? group.tally : emptyTally;
    },
  };
}
