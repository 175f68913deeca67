import type { Doc, Key, Storage } from "@agent-treasury/provider";
import {
  type Allocation,
  compileRules,
  type Counter,
  type GroupCount,
  hashOf,
  type LocalClock,
  readRuleSet,
  type RuleCounter,
  usageIn,
  type Window,
  type WrittenRule,
} from "@agent-treasury/rules";
import {
  accountFromRecord,
  allocationCounterKey,
  approvalProgress,
  approvalsIn,
  evidenceKey,
  proposalFromDoc,
  proposalKey,
  allocationCounter,
  type CounterSource,
  headCounter,
  type SpendProposal,
  ruleCounter,
  usageKey,
  ruleState,
} from "../../../packages/treasury-core/src/domain.ts";
import { identityOf, identityOfAllocation } from "../model/fact.ts";
import type { CoreUsage } from "../model/judge.ts";
import type { ModelUsage } from "../model/usage.ts";

/** A counter of a present rule or allocation. */
export interface CoreCounter {
  /** The model's name of what it counts. */
  readonly limit: string;
  readonly group: string | null;
  readonly window: Window | null;
  /** Null for a counter in the head. */
  readonly key: Key | null;
  /** In the head. */
  readonly id: string;
  /** Whether it counts the small vendors of an agent. */
  readonly isShared: boolean;
  /** For limits of new payees, the number above which others are not stored. */
  readonly maximumPayees: number | null;
}

/** The values of groups in histories. */
export interface GroupValues {
  readonly agents: readonly string[];
  readonly vendors: readonly string[];
  readonly categories: readonly string[];
  readonly allocations: readonly string[];
}

/** All counters of the present rules and allocations, whether they have usage or not. */
export function coreCounters(
  rules: readonly WrittenRule[],
  allocations: readonly Allocation[],
  values: GroupValues,
): readonly CoreCounter[] {
  const compiled = compileRules(readRuleSet({ version: 1, rules }));
  const ofRules = rules.flatMap((rule, index): CoreCounter[] => {
    const id = compiled.rules[index]?.counter ?? null;
    const counter = id === null ? undefined : compiled.counters.get(id);
    if (id === null || counter === undefined) return [];
    const { limit, inHead } = counter;
    const { window } = limit;
    const { measure } = limit;
    const maximumPayees = measure.kind === "newPayees" ? measure.maximum : null;
    const same = { limit: identityOf(rule), window, id, maximumPayees };
    const own = groupsOf(counter, values).map((group): CoreCounter => {
      const key = { counter: id, group: group === null ? null : `${limit.by}.${hashOf(group)}` };
      return { ...same, group, isShared: false, key: inHead ? null : usageKey(key) };
    });
    if (limit.by !== "vendor") return own;
    const shared = values.agents.flatMap((agent) =>
      ["small", "alike"].map((place): CoreCounter => {
        const key = usageKey({ counter: id, group: `vendor.${place}.${hashOf(agent)}` });
        return { ...same, group: `${place} ${agent}`, isShared: true, key };
      }),
    );
    return [...own, ...shared];
  });
  const ofAllocations = allocations.map((allocation): CoreCounter => {
    const key = allocationCounterKey(allocation);
    const window = allocation.limit?.window ?? null;
    const same = { limit: identityOfAllocation(allocation), group: null, window, id: key.id };
    return { ...same, key, isShared: false, maximumPayees: null };
  });
  return [...ofRules, ...ofAllocations];
}

function groupsOf({ limit }: RuleCounter, values: GroupValues): readonly (string | null)[] {
  switch (limit.by) {
    case null:
      return [null];
    case "agent":
      return values.agents;
    case "vendor":
      return values.vendors.map((vendor) => `name:${vendor}`);
    case "category":
      return ["", ...values.categories];
    case "allocation":
      return values.allocations;
  }
}

export function coreUsage(
  source: CounterSource,
  { key, id, window }: CoreCounter,
  vendors: readonly string[],
  clock: LocalClock,
  now: number,
): ModelUsage {
  const usage = usageIn(counterOf(source, key, id), window, clock, now);
  const names = new Map(vendors.map((vendor) => [hashOf(`name:${vendor}`), vendor]));
  return {
    used: usage.used,
    count: usage.usedCount,
    payees: usage.payees.map((hash) => names.get(hash) ?? hash),
  };
}

function counterOf(source: CounterSource, key: Key | null, id: string): Counter {
  if (key === null) return headCounter(ruleState.of(source.head.account), id);
  if (key.kind !== "usage") return allocationCounter(source, key);
  return ruleCounter(source, { counter: id, group: key.id });
}

/** The usage of rolling windows and vendors as a command read it. */
export type RollingReading = ReadonlyMap<string, CoreUsage>;

/** Whether shared groups count a vendor's usage, of which the vendor's document has the parts. */
export function isSharedIn(source: CounterSource, { key, id }: CoreCounter): boolean {
  const doc = key === null ? undefined : source.doc(key);
  const usage = doc?.epoch === source.head.epoch ? doc.body : {};
  return Object.keys(usage as object).some((counter) => counter.startsWith(`${id}/`));
}

/** What a new process would read. */
export interface CoreState extends CounterSource {
  readonly version: bigint;
  /** Live groups by counter id. */
  readonly groups: ReadonlyMap<string, GroupCount>;
  readonly proposals: ReadonlyMap<string, SpendProposal>;
}

export async function readCoreState(
  storage: Storage,
  workspaceId: string,
  proposalIds: readonly string[],
  counters: readonly CoreCounter[],
): Promise<CoreState> {
  const keys = [
    ...proposalIds.flatMap((id) => [proposalKey(id), evidenceKey(id)]),
    ...new Map(
      counters.flatMap(({ key }) => (key ? [[`${key.kind} ${key.id}`, key]] : [])),
    ).values(),
  ];
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const found = new Map(snapshot?.found.map((doc) => [`${doc.kind} ${doc.id}`, doc]));
  const head = snapshot?.head ?? null;
  const proposals = new Map<string, SpendProposal>();
  for (const id of proposalIds) {
    const doc = found.get(`proposal ${id}`);
    const evidence = found.get(`approvals ${id}`);
    if (doc !== undefined) proposals.set(id, withEvidence(proposalFromDoc(doc), evidence));
  }
  const account = head === null ? { slices: {} } : accountFromRecord(head.account);
  return {
    version: head?.version ?? 0n,
    head: { epoch: head?.epoch ?? 1, account },
    groups: ruleState.of(account).groups,
    doc: (key) => found.get(`${key.kind} ${key.id}`),
    proposals,
  };
}

/** The proposal with all its approvals. The summary that it stores must show the same progress. */
function withEvidence(proposal: SpendProposal, evidence: Doc | undefined): SpendProposal {
  const { ruling } = proposal;
  if (Array.isArray(ruling.approvals) || evidence === undefined) return proposal;
  const complete = { ...proposal, ruling: { ...ruling, approvals: approvalsIn(evidence) } };
  if (proposal.status === "pending") {
    const [shown, counted] = [proposal, complete].map((one) =>
      JSON.stringify(approvalProgress(one)),
    );
    if (shown !== counted) throw new Error(`${proposal.id} shows ${shown} instead of ${counted}.`);
  }
  return complete;
}
