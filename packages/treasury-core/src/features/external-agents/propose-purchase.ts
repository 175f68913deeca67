import type { ParsedInput, Proposal } from "@agent-treasury/contract";
import { TreasuryError, Micros } from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { AgentPrincipal } from "../../http/outside-agent.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { personAgentId, pluginAgentId } from "../../kernel/ledger/agent-ids.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import type { SpendPayout } from "../../kernel/proposals/proposal.ts";
import {
  type ProposalRequest,
  type PreviewedProposal,
  type ProposedNow,
  previewProposal,
  propose,
} from "../../kernel/spends/propose.ts";
import type { AskedSpend } from "../../kernel/spends/spend-request.ts";

/** An external agent, or a person without an agent. */
export interface Proposer {
  readonly workspaceId: string;
  readonly agentId: string;
  /** Name of the external agent. */
  readonly name: string | null;
  readonly behind: Person | null;
  readonly allocationId: string | null;
  /** Purchases of one scope are compared. */
  readonly scope: readonly string[];
  /** The turn of the built-in agent that spends. */
  readonly turnId?: string;
}

export interface Purchase extends AskedSpend {
  /** Null to compare the values of purchases. */
  readonly key: string | null;
  readonly label: string | null;
  readonly allocationId: string | null;
  /** Missing for one payment. */
  readonly payout?: SpendPayout;
  readonly deployment?: string;
}

export function purchaseOf(input: ParsedInput<"createProposal">): Purchase {
  const { amountUsd, vendor, purpose, category, idempotencyKey, agentLabel, allocationId } = input;
  return {
    amount: amountFromUsd(amountUsd, "amountUsd"),
    vendor,
    purpose,
    category: category ?? null,
    key: idempotencyKey ?? null,
    label: agentLabel ?? null,
    allocationId: allocationId ?? null,
  };
}

export function agentAsProposer(agent: AgentPrincipal): Proposer {
  const { id, name, workspaceId, owner, allocationId } = agent;
  // Version 0.1 identified purchases of MCP clients in this way.
  const scope = ["mcp", workspaceId, id];
  return { workspaceId, agentId: id, name, behind: owner, allocationId, scope };
}

export function personAsProposer(workspaceId: string, person: Person | null): Proposer {
  return {
    workspaceId,
    agentId: personAgentId,
    name: null,
    behind: person,
    allocationId: null,
    scope: ["person", workspaceId, ...(person === null ? [] : [person.id])],
  };
}

export function pluginAsProposer(workspaceId: string, pluginId: string): Proposer {
  const agentId = pluginAgentId(pluginId);
  const scope = ["plugin", workspaceId, pluginId];
  return { workspaceId, agentId, name: agentId, behind: null, allocationId: null, scope };
}

/**
 * Proposes a purchase once, however often it is requested.
 *
 * @throws TreasuryError `idempotency_key_reused`, `forbidden`, and errors of `propose`.
 */
export async function proposePurchase(
  engine: Engine,
  proposer: Proposer,
  purchase: Purchase,
  keyed: KeyedRequest | null = null,
): Promise<ProposedNow> {
  const request = requestOf(proposer, purchase);
  const proposed = await propose(engine, proposer.workspaceId, request, keyed);
  return { ...proposed, proposal: ofSamePurchase(proposed.proposal, purchase) };
}

/** Returns the proposal that `proposePurchase` would return now. Stores nothing unless asked to. */
export async function previewPurchase(
  engine: Engine,
  proposer: Proposer,
  purchase: Purchase,
  storing: Parameters<typeof previewProposal>[3] = null,
): Promise<PreviewedProposal> {
  const request = requestOf(proposer, purchase);
  const preview = await previewProposal(engine, proposer.workspaceId, request, storing);
  ofSamePurchase(preview.proposal, purchase);
  return preview;
}

function requestOf(proposer: Proposer, purchase: Purchase): ProposalRequest {
  const { key: _key, ...spend } = purchase;
  return { ...spend, ...spenderOf(proposer, purchase), id: purchaseId(proposer, purchase) };
}

/** Returns who spends. */
export function spenderOf(
  proposer: Proposer,
  { label, allocationId }: Pick<Purchase, "label" | "allocationId">,
): Pick<
  ProposalRequest,
  "agentId" | "proposedBy" | "turnId" | "behind" | "label" | "allocationId" | "isByPerson"
> {
  const { agentId, name, behind, turnId } = proposer;
  // A sub-agent that a person's session names is an agent.
  const isByPerson = agentId === personAgentId && behind !== null && label === null;
  return {
    agentId,
    ...(name !== null && { proposedBy: name }),
    ...(turnId !== undefined && { turnId }),
    behind,
    label,
    ...(isByPerson && { isByPerson }),
    allocationId: allocationOf(proposer, allocationId),
  };
}

/** A credential's allocation cannot be exchanged for another one. */
function allocationOf({ allocationId: own }: Proposer, allocationId: string | null): string | null {
  if (own === null || allocationId === null || allocationId === own) return allocationId ?? own;
  throw new TreasuryError(
    "forbidden",
    `The agent's credential spends from the allocation ${JSON.stringify(own)} only.`,
  );
}

/** Derived from the key or the values, so that a repeated request is never a second purchase. */
function purchaseId({ scope }: Proposer, purchase: Purchase): string {
  const { key, amount, vendor, purpose, category, allocationId } = purchase;
  const values = [Micros.toText(amount), vendor, purpose, category];
  const identity =
    key === null
      ? ["arguments", ...values, ...(allocationId === null ? [] : [allocationId])]
      : ["key", key];
  return proposalIdOf([...scope, ...identity]);
}

export function proposalIdOf(identity: readonly (string | null)[]): string {
  return `prop_${sha256Hex(JSON.stringify(identity)).slice(0, 32)}`;
}

/** Erased texts match any. */
function ofSamePurchase(proposal: Proposal, purchase: Purchase): Proposal {
  const { amount, vendor, purpose, category } = purchase;
  // All texts are erased together.
  const isErased = proposal.purpose === erasedText;
  const isSame =
    proposal.vendor === vendor && proposal.purpose === purpose && proposal.category === category;
  if (proposal.amountUsd === Micros.toUsd(amount) && (isErased || isSame)) return proposal;
  throw new TreasuryError(
    "idempotency_key_reused",
    "This `idempotencyKey` was already used for another spend.",
  );
}
