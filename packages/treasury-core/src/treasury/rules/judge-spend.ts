import { type Doc, type Key, Micros } from "@agent-treasury/provider";
import {
  type Allocation,
  type AllocationEvaluation,
  type Counter,
  emptyCounter,
  emptyTally,
  evaluate,
  evaluateAllocations,
  type Evaluation,
  type Finding,
  maximumFindings,
  type Moment,
  earlierName,
  type Needs,
  type RuleMemory,
  smallBelow,
  type SpendFacts,
  type Tally,
  withTally,
} from "@agent-treasury/rules";
import { balanceOf } from "../../ledger/account.ts";
import type { Freeze } from "../../ledger/freeze.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import type { RuleState } from "../../ledger/rule-state.ts";
import type { DocTally } from "../../ledger/usage-tallies.ts";
import { allocationChain, allocationCounterKey } from "../allocations/allocations-doc.ts";
import { counterIn as counterInDoc } from "../allocations/counter-doc.ts";
import { freezeOf } from "../freezes/frozen-spend.ts";
import { type KnownPayee, knownPayeeIn } from "../payees/known-payee.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import type { QuoteSummary } from "../quotes/quote-summary.ts";
import type { StandingApproval } from "../standing/standing-approval.ts";
import { standingIn, standingKey } from "../standing/standing-doc.ts";
import type { UsageBefore } from "./move-usage.ts";
import { duplicateKeys, newestOf } from "./payee-doc.ts";
import { namePrefix, vendorIdOf } from "./payee-identity.ts";
import { usageIdOf, usageKind, usageOf } from "./usage-doc.ts";
import { hasParts, sharedKeysIn } from "./usage-parts.ts";

/** The parts of a spend that rules read. */
export interface JudgedSpend {
  readonly amount: Micros;
  /** Null or missing for the proposed amount. */
  readonly approvedAmount?: Micros | null;
  readonly vendor: string;
  readonly category: string | null;
  readonly agentId: string;
  readonly allocationId: string | null;
  readonly quote: QuoteSummary | null;
}

export function spendOf({ ruling, ...proposal }: SpendProposal): JudgedSpend {
  return { ...proposal, allocationId: ruling.allocationId };
}

/** The verdict of the published rules, the allocations and the freezes on a spend. */
export interface Judgement extends Evaluation {
  /** Null unless the spend is frozen. */
  readonly freeze: Freeze | null;
  readonly facts: SpendFacts;
  /** The spend's allocation, then its ancestors. */
  readonly chain: readonly ChargedAllocation[];
  /** The counters that are not in the head, by the id of their document. */
  readonly usage: ReadonlyMap<string, JudgedUsage>;
  /** Tallies to write into their documents, so that there is space for those of the spend. */
  readonly excess: readonly DocTally[];
  /** The verdict of the allocations alone. */
  readonly allocated: "pass" | "limit" | "denied";
  /** Whether a rule compares later proposals with this one. */
  readonly isCompared: boolean;
  /** The standing approvals of its agent and payee, with those that ended. */
  readonly standing: readonly StandingApproval[];
  /** Null if the payee is known on no rail. */
  readonly knownPayee: KnownPayee | null;
  /** Those that gave one of its approvals. */
  readonly standingUsed: readonly StandingApproval[];
}

interface JudgedUsage extends UsageBefore {
  readonly tally: Tally;
}

export interface ChargedAllocation {
  readonly allocation: Allocation;
  readonly key: Key;
  /** The counter without this spend, and without its tally. */
  readonly counter: Counter;
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
  const allocations = chain.map(({ id }) => id);
  const facts = factsOf(spend, allocations, rail, now);
  const { needs, usage: groups, payee, known } = ruleSets.needsOf(rules, facts);
  const used = chain.map(allocationCounterKey);
  const duplicate = needs.duplicate ? duplicateKeys(facts.payee.id, facts.amount) : [];
  const { account, epoch } = ledger.head;
  const isStanding = account.standingUntil !== null && now < account.standingUntil;
  const standing = isStanding ? standingKey(spend.agentId, vendorIdOf(spend.vendor)) : null;
  const others = [...payee, ...duplicate, known, ...(standing === null ? [] : [standing])];
  const { tallies } = account.rules;
  const excess = tallies.excessWith([...groups, ...used]);
  const counted = [...groups, ...sharedKeysOf(needs, facts)];
  const docs = ledger.request([...counted, ...used, ...others, ...excess.map(({ key }) => key)]);
  const usage = usageIn(ledger, counted, docs);
  const memory: RuleMemory = {
    ...countersOf(account.rules, usage),
    knownSince: () => newestOf(ledger, payee),
    lastProposed: () => newestOf(ledger, duplicate),
    available: Micros.subtract(balanceOf(account), account.held),
  };
  const evaluation = evaluate(rules, facts, memory, clock, moment, needs);
  const charged = chain.map((allocation, index): ChargedAllocation => {
    const counter = counterInDoc(docs[counted.length + index], epoch);
    return { allocation, key: used[index] ?? allocationCounterKey(allocation), counter };
  });
  const allocationCounter = (id: string): Counter | undefined => {
    const one = charged.find(({ allocation }) => allocation.id === id);
    return one && withTally(one.counter, tallies.get(one.key));
  };
  const allocated = evaluateAllocations(chain, facts, allocationCounter, clock, moment);
  const isCompared = needs.duplicate && moment === "proposal";
  const { denied, limits } = allocated;
  const verdict = denied !== null ? "denied" : limits.length > 0 ? "limit" : "pass";
  const freeze = freezeOf(ledger, { agentId: spend.agentId, vendor: spend.vendor, chain }, marker);
  return {
    ...joined(evaluation, allocated),
    freeze,
    facts,
    chain: charged,
    usage,
    excess,
    allocated: verdict,
    isCompared,
    standing: standing === null ? [] : standingIn(ledger.doc(standing), epoch),
    knownPayee: knownPayeeIn(ledger.doc(known), epoch, now),
    standingUsed: [],
  };
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
  const shared: Key[] = [];
  for (const [index, key] of keys.entries()) {
    const counters = usageOf(docs[index], epoch);
    usage.set(key.id, { key, counters, tally: account.rules.tallies.get(key) });
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

export function factsOf(
  { amount, approvedAmount, vendor, category, agentId, quote }: JudgedSpend,
  allocations: readonly string[],
  rail: string,
  at: number,
): SpendFacts {
  const name = earlierName(vendor);
  const isSelfReported = quote === null;
  return {
    amount,
    approvedAmount: approvedAmount ?? amount,
    payee: { id: isSelfReported ? `${namePrefix}${name}` : name, isSelfReported },
    vendor: name,
    writtenVendor: vendor,
    category: category === null ? null : earlierName(category),
    agentId,
    allocations,
    rail,
    at,
  };
}
