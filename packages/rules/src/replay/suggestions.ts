import { Micros } from "@agent-treasury/provider";
import { noConditions } from "../conditions/conditions.ts";
import type { Rule } from "../rule-set/rule-set.ts";
import type { PastSpend } from "./past-spend.ts";

/** What persons approved again and again, and what could approve it in advance. */
export interface Suggestion {
  readonly agentId: string;
  /** The payee of a standing approval, as it was written last. Null for rules. */
  readonly vendor: string | null;
  /** The maximum of each spend. */
  readonly maximum: Micros;
  /** The number of spends that a standing approval allows. Null for rules. */
  readonly count: number | null;
  /** No more is spent by it without a person: in total, or by rules in a month. */
  readonly atMost: Micros;
  /** Rules to add. Empty for a standing approval. */
  readonly rules: readonly Rule[];
  /** The decisions of persons that it would have replaced, newest first. */
  readonly spends: readonly PastSpend[];
}

const fewestSpends = 3;
const maximumSuggestions = 20;
const cent = Micros.of(Micros.perCent);

/**
 * Suggests approvals in advance from what persons approved. A spend that policy or a standing approval
 * approved is no evidence, nor is anything that an agent only proposed. An agent and payee of which a
 * person denied a spend get no suggestion.
 *
 * @param spends those of 30 days, newest first, without older ones.
 * @param taken ids of rules that exist.
 */
export function suggestionsFrom(
  spends: readonly PastSpend[],
  taken: readonly string[] = [],
): readonly Suggestion[] {
  const approved = spends.filter(isApprovedByPerson);
  const declined = spends.filter(({ decision }) => decision.kind === "declined");
  const deniedPairs = new Set(declined.map(pairOf));
  const deniedAgents = new Set(declined.map(({ agentId }) => agentId));
  const standing = [...Map.groupBy(approved, pairOf)].flatMap(([pair, group]) =>
    deniedPairs.has(pair) ? [] : standingFor(group),
  );
  const ids = new Set(taken);
  const rules = [...Map.groupBy(approved, ({ agentId }) => agentId)].flatMap(([agentId, group]) =>
    deniedAgents.has(agentId) ? [] : rulesFor(agentId, group, ids),
  );
  return [...standing, ...rules]
    .toSorted((one, other) => other.spends.length - one.spends.length)
    .slice(0, maximumSuggestions);
}

/** Persons spend without an agent, rails prove other payees, and erased names are unknown. */
function isApprovedByPerson(spend: PastSpend): boolean {
  const { decision, approvals, approved, proposed, agentId, name, isPayeeProven } = spend;
  if (decision.kind !== "approved" || decision.isAutomatic || decision.isRefused) return false;
  if (approvals.length === 0 || agentId === "person" || name === null) return false;
  // An approval in the commit of the proposal was given in advance.
  const isLater =
    approved?.order != null && proposed.order !== null && approved.order[0] > proposed.order[0];
  return isLater && isPayeeProven !== true;
}

function pairOf({ agentId, payee }: PastSpend): string {
  return JSON.stringify([agentId, payee]);
}

function standingFor(group: readonly PastSpend[]): readonly Suggestion[] {
  const [newest] = group;
  if (newest === undefined || group.length < fewestSpends) return [];
  const { agentId, name: vendor } = newest;
  const maximum = largestOf(group);
  const count = group.length;
  const atMost = Micros.multiply(maximum, BigInt(count));
  return [{ agentId, vendor, maximum, count, atMost, rules: [], spends: group }];
}

/**
 * Rules for an agent that pays several payees again: a payee that is new to the workspace still needs
 * a person.
 */
function rulesFor(
  agentId: string,
  group: readonly PastSpend[],
  taken: Set<string>,
): readonly Suggestion[] {
  const firsts = new Map(group.map((spend) => [spend.payee, spend.id]));
  const again = group.filter(({ payee, id }) => firsts.get(payee) !== id);
  const payees = new Set(again.map(({ payee }) => payee));
  if (payees.size < 2 || again.length < fewestSpends) return [];
  const maximum = largestOf(again);
  const atMost = again.reduce((sum, one) => Micros.add(sum, one.approvedAmount), Micros.zero);
  const below = { from: null, below: Micros.add(maximum, cent) };
  const own = { ...noConditions, agents: { in: [agentId] } };
  const name = ruleNameFor(agentId, taken);
  const rule = (part: Part, when: Rule["when"], then: Rule["then"]): Rule => ({
    id: `${name}-${part}`,
    when,
    then,
    message: null,
  });
  const approval = { count: 1, from: null, notProposer: false };
  const rules = [
    rule("approve", { ...own, amount: below }, { kind: "autoApprove" }),
    rule("limit", own, {
      kind: "limit",
      limit: {
        measure: { kind: "amount", maximum: atMost },
        window: { kind: "calendar", period: "month" },
        counts: "automatic",
        by: null,
        atProposal: "review",
      },
    }),
    rule(
      "new-payees",
      { ...own, vendors: { firstPayment: true } },
      { kind: "requireApprovals", requirement: approval },
    ),
  ];
  return [{ agentId, vendor: null, maximum, count: null, atMost, rules, spends: again }];
}

const parts = ["approve", "limit", "new-payees"] as const;
type Part = (typeof parts)[number];

/** Returns what the ids of an agent's rules begin with, and takes these ids. */
function ruleNameFor(agentId: string, taken: Set<string>): string {
  // An id has at most 40 characters.
  const letters = agentId
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 24)
    .replaceAll(/^-|-$/g, "");
  const agent = letters === "" ? "agent" : letters;
  let name = agent;
  for (let count = 2; parts.some((part) => taken.has(`${name}-${part}`)); count += 1) {
    name = `${agent}-${count}`;
  }
  for (const part of parts) taken.add(`${name}-${part}`);
  return name;
}

function largestOf(spends: readonly PastSpend[]): Micros {
  return spends.reduce((most, one) => Micros.max(most, one.approvedAmount), Micros.zero);
}
