import { type Key, Micros, type Storage } from "@agent-treasury/provider";
import { type Counter, counterIdOf, hashOf } from "@agent-treasury/rules";
import { verifyChain } from "@agent-treasury/treasury-core/verify";
import {
  accountFromRecord,
  allocationCounter,
  type CounterSource,
  entryFromBody,
  headCounter,
  ruleCounter,
  ruleState,
} from "../../packages/treasury-core/src/domain.ts";
import { type RuledLimits, rulesOf, workspaceId } from "../processes/ruled-house.ts";
import type { RuledSpend } from "../processes/spender-task.ts";
import { entriesOf } from "../stores/entries.ts";

interface Limited {
  readonly name: string;
  readonly maximum: bigint;
  readonly counts: (spend: RuledSpend) => boolean;
}

/** The result of comparing the ledger, the counters and the responses. */
export interface UsageAudit {
  readonly flaws: readonly string[];
  /** Ids of executed spends. */
  readonly executed: ReadonlySet<string>;
}

/**
 * Audits a workspace after `spends` were proposed: no limit was exceeded, every counter equals the
 * sum of the ledger's entries, every response is true, and each spend that was stopped still does
 * not fit. Usage only grows here, so that it did not fit before.
 */
export async function auditUsage(
  storage: Storage,
  limits: RuledLimits,
  spends: readonly RuledSpend[],
  answers: ReadonlyMap<string, string>,
): Promise<UsageAudit> {
  const flaws: string[] = [];
  const { problem } = await verifyChain(storage, workspaceId);
  if (problem !== null) flaws.push(`The chain does not verify: ${problem}`);
  const byId = new Map(spends.map((spend) => [spend.id, spend]));
  const paid: RuledSpend[] = [];
  for (const { amount, body } of await entriesOf(storage, workspaceId)) {
    const spend = byId.get(entryFromBody(body).proposalId ?? "");
    if (spend === undefined) flaws.push("An entry matches no spend.");
    else if (paid.includes(spend)) flaws.push(`${spend.id} was paid twice.`);
    else if (-amount !== BigInt(spend.amount)) flaws.push(`${spend.id} was paid ${amount}.`);
    else paid.push(spend);
  }
  const executed = new Set(paid.map(({ id }) => id));
  for (const [id, answer] of answers) {
    if ((answer === "executed") !== executed.has(id)) flaws.push(`${id} was answered ${answer}.`);
  }
  const limited = limitsOf(limits, spends);
  const names = limited.map(({ name }) => name).filter((name) => name !== "rolling");
  const counters = await countersOf(storage, limits, names);
  const used = new Map(limited.map((one) => [one, sumOf(paid.filter(one.counts))]));
  for (const [{ name, maximum }, sum] of used) {
    if (sum > maximum) flaws.push(`${name} has ${sum} of ${maximum}.`);
    if (counters.get(name) !== sum) {
      flaws.push(`${name} counts ${counters.get(name)}, and the ledger has ${sum}.`);
    }
  }
  for (const id of answers.keys()) {
    const spend = byId.get(id);
    if (spend === undefined || executed.has(id)) continue;
    const hasRoom = [...used].every(
      ([{ counts, maximum }, sum]) => !counts(spend) || sum + BigInt(spend.amount) <= maximum,
    );
    if (hasRoom) flaws.push(`${id} was stopped although it fits.`);
  }
  return { flaws: flaws.slice(0, 20), executed };
}

function limitsOf(
  { rolling, vendor, allocations }: RuledLimits,
  spends: readonly RuledSpend[],
): readonly Limited[] {
  const { company } = allocations;
  return [
    { name: "rolling", maximum: BigInt(rolling), counts: () => true },
    { name: "company", maximum: BigInt(company), counts: () => true },
    ...(["team-a", "team-b"] as const).map((team) => ({
      name: team,
      maximum: BigInt(allocations[team]),
      counts: ({ allocationId }: RuledSpend) => allocationId === team,
    })),
    ...[...new Set(spends.map((spend) => spend.vendor))].map((name) => ({
      name,
      maximum: BigInt(vendor),
      counts: (spend: RuledSpend) => spend.vendor === name,
    })),
  ];
}

/** Reads each limit's counter as a new process would. */
async function countersOf(
  storage: Storage,
  limits: RuledLimits,
  names: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const [rolling = "", byVendor = ""] = rulesOf(limits).rules.slice(0, 2).map(counterIdOf);
  const keys = names.map((name) => ({
    name,
    ...(name in limits.allocations
      ? { kind: "allocation_usage", id: `${name}.total` }
      : { kind: "usage", id: `vendor.${hashOf(`name:${name}`)}` }),
  }));
  const [snapshot] = await storage.load([{ workspaceId, keys }]);
  const account = accountFromRecord(snapshot?.head?.account ?? {});
  const found = new Map(snapshot?.found.map((doc) => [`${doc.kind} ${doc.id}`, doc]));
  const source: CounterSource = {
    head: { epoch: snapshot?.head?.epoch ?? 1, account },
    doc: ({ kind, id }) => found.get(`${kind} ${id}`),
  };
  const counterOf = (key: Key): Counter =>
    key.kind === "usage"
      ? ruleCounter(source, { counter: byVendor, group: key.id })
      : allocationCounter(source, key);
  return new Map([
    ...keys.map(({ name, kind, id }) => [name, sumOfSpans(counterOf({ kind, id }))] as const),
    ["rolling", sumOfSpans(headCounter(ruleState.of(account), rolling))] as const,
  ]);
}

function sumOfSpans({ spans }: Counter): bigint {
  return spans.reduce((sum, { spent }) => Micros.add(sum, spent), Micros.zero);
}

function sumOf(spends: readonly RuledSpend[]): bigint {
  return spends.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
