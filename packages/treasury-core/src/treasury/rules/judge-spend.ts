import { type Key, Micros } from "@agent-treasury/provider";
import {
  type Allocation,
  type AllocationEvaluation,
  type CompiledRules,
  type Counter,
  emptyCounter,
  evaluate,
  evaluateAllocations,
  type Evaluation,
  type Finding,
  type Moment,
  neededBy,
  normaliseName,
  type RuleMemory,
  type SpendFacts,
} from "@agent-treasury/rules";
import { balanceOf } from "../../ledger/account.ts";
import type { Freeze } from "../../ledger/freeze.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import { allocationChain, allocationCounterKey } from "../allocations/allocations-doc.ts";
import { freezeOf } from "../freezes/frozen-spend.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { counterDocKey, counterFrom } from "./counter-doc.ts";
import { duplicateKey, payeeKey, timeOf } from "./payee-doc.ts";

const maximumFindings = 20;

/** The parts of a spend that rules read. */
export interface JudgedSpend {
  readonly amount: Micros;
  readonly vendor: string;
  readonly category: string | null;
  readonly agentId: string;
  readonly allocationId: string | null;
}

export function spendOf({ ruling, ...proposal }: SpendProposal): JudgedSpend {
  return { ...proposal, allocationId: ruling.allocationId };
}

/** The verdict of the published rules, the allocations and the freezes on a spend. */
export interface Judgement extends Evaluation {
  /** Null unless the spend is frozen. */
  readonly freeze: Freeze | null;
  readonly facts: SpendFacts;
  readonly rules: CompiledRules;
  readonly chain: readonly Allocation[];
  /** The verdict of the allocations alone. */
  readonly allocated: "pass" | "limit" | "denied";
  /** Whether a rule compares later proposals with this one. */
  readonly isCompared: boolean;
}

/**
 * Evaluates the workspace's rules and allocations. Call it before other work, because it requests
 * documents.
 *
 * @throws DocsNotLoaded to run the command again with those documents.
 * @throws MarkerNotRead to run it again with a present marker.
 */
export function judgeSpend(
  ledger: LedgerState,
  spend: JudgedSpend,
  rail: string,
  { ruleSets, clock, marker }: SpendingPolicy,
  now: number,
  moment: Moment,
): Judgement {
  const rules = ruleSets.of(ledger);
  const chain = allocationChain(ledger, spend.allocationId);
  const facts = factsOf(spend, chain, rail, now);
  const needs = neededBy(rules, facts);
  // Most spends under the five limits need neither, and each is a hash.
  const payee = needs.payee ? payeeKey(facts.payee.id) : null;
  const duplicate = needs.duplicate ? duplicateKey(facts.payee.id, facts.amount) : null;
  const counters = needs.counters.filter(({ inHead }) => !inHead).map(({ key }) => key);
  const keys: Key[] = [
    ...counters.map(counterDocKey),
    ...chain.map(allocationCounterKey),
    ...(payee === null ? [] : [payee]),
    ...(duplicate === null ? [] : [duplicate]),
  ];
  if (keys.length > 0) ledger.request(keys);
  const { account } = ledger.head;
  const inHead = new Set(needs.counters.filter((one) => one.inHead).map(({ key }) => key.counter));
  const memory: RuleMemory = {
    counter: (key) =>
      inHead.has(key.counter)
        ? (account.rules.counters.get(key.counter) ?? emptyCounter)
        : counterFrom(ledger, counterDocKey(key)),
    knownSince: () => payee && timeOf(ledger, payee),
    lastProposed: () => duplicate && timeOf(ledger, duplicate),
    available: Micros.subtract(balanceOf(account), account.held),
  };
  const evaluation = evaluate(rules, facts, memory, clock, moment);
  const counterOf = (id: string): Counter | undefined => {
    const allocation = chain.find((one) => one.id === id);
    return allocation && counterFrom(ledger, allocationCounterKey(allocation));
  };
  const allocated = evaluateAllocations(chain, facts, counterOf, clock, moment);
  const isCompared = needs.duplicate && moment === "proposal";
  const { denied, limits } = allocated;
  const verdict = denied !== null ? "denied" : limits.length > 0 ? "limit" : "pass";
  const payeeId = facts.payee.id;
  const freeze = freezeOf(ledger, { agentId: spend.agentId, payeeId, chain }, marker);
  return {
    ...joined(evaluation, allocated),
    freeze,
    facts,
    rules,
    chain,
    allocated: verdict,
    isCompared,
  };
}

function joined(evaluation: Evaluation, { denied, limits }: AllocationEvaluation): Evaluation {
  if (denied === null && limits.length === 0) return evaluation;
  const added: readonly Finding[] = denied === null ? limits : [denied, ...limits];
  return {
    ...evaluation,
    denied: evaluation.denied ?? denied,
    limits: [...evaluation.limits, ...limits],
    findings: () => [...added, ...evaluation.findings()].slice(0, maximumFindings),
    decisiveFindings: () => [...added, ...evaluation.decisiveFindings()].slice(0, maximumFindings),
  };
}

function factsOf(
  { amount, vendor, category, agentId }: JudgedSpend,
  chain: readonly Allocation[],
  rail: string,
  at: number,
): SpendFacts {
  const name = normaliseName(vendor);
  return {
    amount,
    payee: { id: payeeIdOf(vendor), isSelfReported: true },
    vendor: name,
    category: category === null ? null : normaliseName(category),
    agentId,
    allocations: chain.map(({ id }) => id),
    rail,
    at,
  };
}

/** Self-reported, until a rail proves a payee. */
export function payeeIdOf(vendor: string): string {
  return `name:${normaliseName(vendor)}`;
}
