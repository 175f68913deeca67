import type { Proposal } from "@agent-treasury/contract";
import { oneLine } from "./outside-words.ts";

const inUsd = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});

export function usd(amount: number): string {
  return inUsd.format(amount);
}

/** Returns the agent, and the person behind it. */
export function askedBy({ proposedBy, agentId, agentLabel, onBehalfOf }: Proposal): string {
  const person = onBehalfOf === null ? null : oneLine(onBehalfOf);
  // Ids that no credential has.
  if (agentId === "person") return person ?? "A person";
  const agent = agentId === "agent" ? "The built-in agent" : nameAndId(proposedBy, agentId);
  const label = agentLabel === null ? "" : `, sub-agent “${oneLine(agentLabel)}” (self-reported)`;
  return `${agent}${label}${person === null ? "" : `, on behalf of ${person}`}`;
}

/** Returns whose texts a proposal has, at the beginning of a sentence. */
export function authorOf(proposal: Proposal): string {
  return proposal.agentId === "person" ? askedBy(proposal) : "The agent";
}

function nameAndId(name: string | null, id: string): string {
  return name === null || name === id ? oneLine(id) : `${oneLine(name)} (${oneLine(id)})`;
}

export type Fact = readonly [name: string, value: string];

/** Returns the progress, unless one approval by any person is enough. */
export function approvalFacts({ approvals }: Proposal): readonly Fact[] {
  const { given, needed, missing } = approvals;
  if (needed <= 1 && given === 0) return [];
  const names = approverNames({ approvals });
  const progress = `${given} of ${needed} approved${names === "" ? "" : ` by ${names}`}`;
  return [
    ["Approvals", progress],
    ...missing.map((requirement): Fact => ["Still needed", oneLine(requirement)]),
  ];
}

/** Returns a person and the channel of the decision: "Ada (slack)". */
export function through(name: string, channel: string | null): string {
  return `${oneLine(name, 128)}${channel === null ? "" : ` (${channel})`}`;
}

/** Returns the names of the approvers: "Ada (slack), Bo". */
export function approverNames({ approvals }: Pick<Proposal, "approvals">): string {
  return approvals.by
    .map(({ name, channel }) => through(name ?? "an unnamed approver", channel))
    .join(", ");
}
