import { Micros, type Storage } from "@agent-treasury/provider";
import { earlierName, groupName, looseName } from "@agent-treasury/provider/helpers";
import { counterIdOf, hashOf, readRuleSet } from "@agent-treasury/rules";
import {
  accountFromRecord,
  type CounterSource,
  entryFromBody,
  proposalFromDoc,
  proposalKind,
  ruleCounter,
  type SpendProposal,
  usageKey,
} from "../../packages/treasury-core/src/domain.ts";
import { type BesideSpend, buyers } from "../processes/spend-beside.ts";

export interface BesideTerms {
  readonly rules: unknown;
  /** The yearly limit of each vendor, by the rule `vendor`. */
  readonly vendorMicros: bigint;
  /** The limit of each agent in any hour, by the rule `rolling`. */
  readonly hourMicros: bigint;
  /** The spends that each standing approval of `stander` allows, and their largest amount. */
  readonly standing: { readonly count: number; readonly micros: bigint };
  readonly frozen: string;
  /** Vendors that a person approved before the load, which `payer` may pay. */
  readonly known: readonly string[];
}

export interface BesideAudit {
  readonly flaws: readonly string[];
  readonly executed: number;
  readonly fullVendors: number;
}

const hourMs = 3_600_000;
const workspaceId = "demo";

/** Counts what two versions executed from the records alone, and compares it with every limit. */
export async function auditBeside(
  storage: Storage,
  spends: readonly BesideSpend[],
  terms: BesideTerms,
): Promise<BesideAudit> {
  const proposals: SpendProposal[] = [];
  const paid = new Map<string, bigint>();
  const flaws: string[] = [];
  let account: unknown = {};
  let epoch = 1;
  for await (const part of storage.copy(workspaceId)) {
    if (part.kind === "head") ({ account, epoch } = part.head);
    if (part.kind === "doc" && part.doc.kind === proposalKind) {
      proposals.push(proposalFromDoc(part.doc));
    }
    if (part.kind !== "entry") continue;
    const { proposalId } = entryFromBody(part.entry.body);
    if (proposalId === null || proposalId === undefined) continue;
    if (paid.has(proposalId)) flaws.push(`${proposalId} was paid twice.`);
    paid.set(proposalId, -part.entry.amount);
  }
  const executed = proposals.filter(({ status }) => status === "executed");
  for (const { id, amount, purpose } of executed) {
    if (paid.get(id) !== amount) flaws.push(`${purpose} has an entry of ${paid.get(id)}.`);
  }
  if (paid.size !== executed.length) flaws.push(`${paid.size} entries, ${executed.length} spends.`);
  flaws.push(...answerFlaws(proposals, spends, terms));
  const sums = sumBy(executed, ({ vendor }) => earlierName(vendor));
  for (const [name, sum] of sums) {
    if (sum > terms.vendorMicros) flaws.push(`${name} was paid ${sum}.`);
  }
  const ofThisVersion = new Set(spends.filter(isOfThisVersion).map(({ key }) => key));
  const byThisVersion = executed.filter(({ purpose }) => ofThisVersion.has(purpose));
  for (const [name, sum] of sumBy(byThisVersion, ({ vendor }) => groupName(vendor))) {
    if (sum > terms.vendorMicros) flaws.push(`The look-alikes of ${name} were paid ${sum}.`);
  }
  // Version 0.2 counts under the name alone, and this version also under that of its look-alikes.
  const alike = byThisVersion.filter(({ vendor }) => groupName(vendor) !== earlierName(vendor));
  const expected = new Map(sums);
  for (const [name, sum] of sumBy(alike, ({ vendor }) => groupName(vendor))) {
    expected.set(name, (expected.get(name) ?? 0n) + sum);
  }
  const counted = await countersOf(storage, [...expected.keys()], terms.rules, account, epoch);
  for (const [name, sum] of expected) {
    if (counted.get(name) !== sum) flaws.push(`${name} counts ${counted.get(name)} of ${sum}.`);
  }
  flaws.push(...hourFlaws(executed, terms.hourMicros));
  const nearlyFull = [...sums.values()].filter((sum) => sum > (terms.vendorMicros * 9n) / 10n);
  return {
    flaws: flaws.slice(0, 20),
    executed: executed.length,
    fullVendors: nearlyFull.length,
  };
}

const isOfThisVersion = ({ version }: BesideSpend): boolean => version !== "0.2";

function answerFlaws(
  proposals: readonly SpendProposal[],
  spends: readonly BesideSpend[],
  { standing, frozen, known }: BesideTerms,
): readonly string[] {
  const flaws: string[] = [];
  const byPurpose = new Map<string, SpendProposal>();
  for (const proposal of proposals) {
    if (byPurpose.has(proposal.purpose)) flaws.push(`${proposal.purpose} was proposed twice.`);
    byPurpose.set(proposal.purpose, proposal);
  }
  const stood = new Map<string, number>();
  for (const spend of spends) {
    const { key, agentId, vendor, answer } = spend;
    const proposal = byPurpose.get(key);
    if (answer === null) continue;
    if (proposal === undefined) {
      flaws.push(`${key} was lost.`);
      continue;
    }
    const { status, amount } = proposal;
    if (answer !== "pending" && answer !== status) flaws.push(`${key}: ${answer}, now ${status}.`);
    const isExecuted = status === "executed";
    const nameOf = isOfThisVersion(spend) ? looseName : earlierName;
    if (isExecuted && nameOf(vendor) === nameOf(frozen)) flaws.push(`${key} was frozen.`);
    if (agentId === "payer" && isExecuted && !known.includes(vendor)) {
      flaws.push(`${key} pays an unknown payee.`);
    }
    if (agentId === "payer" && answer === "denied" && known.includes(vendor)) {
      flaws.push(`${key}: ${vendor} is no longer known.`);
    }
    if (agentId !== "stander" || !isExecuted) continue;
    if (amount > standing.micros) flaws.push(`${key} is above its standing approval.`);
    const uses = (stood.get(vendor) ?? 0) + 1;
    stood.set(vendor, uses);
    if (uses > standing.count) flaws.push(`${vendor} has ${uses} uses of a standing approval.`);
  }
  return flaws;
}

/** Sums what each agent was paid in the hour before each of its payments. */
function hourFlaws(executed: readonly SpendProposal[], maximum: bigint): readonly string[] {
  const flaws: string[] = [];
  for (const agentId of buyers) {
    const own = executed
      .filter((one) => one.agentId === agentId)
      .map(({ executedAt, amount }) => ({ at: executedAt ?? 0, amount }))
      .toSorted((one, other) => one.at - other.at);
    let first = 0;
    let sum = 0n;
    for (const { at, amount } of own) {
      sum += amount;
      for (let oldest = own[first]; oldest && oldest.at <= at - hourMs; oldest = own[first]) {
        sum -= oldest.amount;
        first += 1;
      }
      if (sum > maximum) flaws.push(`${agentId} was paid ${sum} in an hour.`);
    }
  }
  return flaws;
}

export async function countersOf(
  storage: Storage,
  names: readonly string[],
  rules: unknown,
  account: unknown,
  epoch: number,
): Promise<ReadonlyMap<string, bigint>> {
  const rule = readRuleSet(rules).rules.find(({ id }) => id === "vendor");
  if (rule === undefined) throw new Error("The rules have no rule `vendor`.");
  const counter = counterIdOf(rule);
  const keyOf = (name: string) => ({ counter, group: `vendor.${hashOf(`name:${name}`)}` });
  const keys = names.map((name) => usageKey(keyOf(name)));
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const docs = new Map(snapshot?.found.map((doc) => [doc.id, doc]));
  const source: CounterSource = {
    head: { epoch, account: accountFromRecord(account) },
    doc: ({ id }) => docs.get(id),
  };
  return new Map(
    names.map((name) => {
      const { spans } = ruleCounter(source, keyOf(name));
      return [name, spans.reduce((sum, { spent }) => Micros.add(sum, spent), Micros.zero)];
    }),
  );
}

function sumBy(
  spends: readonly SpendProposal[],
  nameOf: (spend: SpendProposal) => string,
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const spend of spends) {
    const name = nameOf(spend);
    sums.set(name, (sums.get(name) ?? 0n) + spend.amount);
  }
  return sums;
}
