import { type Proposal, readOutsideText } from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError, Micros, type JsonObject } from "@agent-treasury/provider";
import { sha256Hex } from "../ledger/hash.ts";
import type { Engine } from "../treasury/engine.ts";
import { type AskedSpend, propose, readSpend } from "../treasury/operations/propose.ts";
import { erasedText } from "../treasury/proposals/erased-text.ts";
import { spendParameters } from "../treasury/proposals/spend-parameters.ts";
import type { OutsideAgent } from "./outside-agent.ts";

const longestKey = 255;

/** What `propose_spend` takes, as JSON Schema. */
export const proposeParameters: JsonObject = {
  ...spendParameters,
  properties: {
    ...spendParameters.properties,
    idempotencyKey: {
      type: "string",
      description:
        "names this purchase: a call with the same key is the same purchase, one with another key is another purchase of the same thing",
      maxLength: longestKey,
    },
  },
  additionalProperties: false,
};

/** Proposes a spend in the name of an agent from elsewhere. Policy and people decide on it as on any other. */
export async function proposeForAgent(
  engine: Engine,
  agent: OutsideAgent,
  input: JsonObject,
): Promise<JsonObject> {
  const { idempotencyKey, ...given } = input;
  const spend = readSpend(given);
  if (isTreasuryError(spend)) throw spend;
  const key = idempotencyKey === undefined ? null : checkKey(idempotencyKey);
  const id = proposalId(agent, key, spend);
  const proposal = await propose(engine, agent.workspaceId, {
    id,
    proposedBy: agent.name,
    ...spend,
  });
  if (!isOf(proposal, spend)) {
    throw new TreasuryError(
      "idempotency_key_reused",
      "This `idempotencyKey` was given for another spend before.",
    );
  }
  return spendReport(proposal);
}

/**
 * One agent's purchase by its key, or by its arguments where it has none: a call that is sent again, by a
 * client that got no answer or by a model that forgot, is never a second purchase, however late.
 */
function proposalId(
  { name, workspaceId }: OutsideAgent,
  key: string | null,
  { amount, vendor, purpose, category }: AskedSpend,
): string {
  const purchase =
    key === null ? ["arguments", Micros.toText(amount), vendor, purpose, category] : ["key", key];
  const digest = sha256Hex(JSON.stringify(["mcp", workspaceId, name, ...purchase]));
  return `prop_${digest.slice(0, 32)}`;
}

function checkKey(key: unknown): string {
  const isKey =
    typeof key === "string" &&
    key.trim() !== "" &&
    key.length <= longestKey &&
    readOutsideText(key).flaw === null;
  if (isKey) return key;
  throw new TreasuryError(
    "invalid_request",
    `\`idempotencyKey\` must be a text of 1 to ${longestKey} characters, without control characters.`,
  );
}

/** Whether a proposal is of what was asked for; of texts that were erased nobody can tell any more. */
function isOf(proposal: Proposal, { amount, vendor, purpose, category }: AskedSpend): boolean {
  if (proposal.amountUsd !== Micros.toUsd(amount)) return false;
  // They are erased together, and a category leaves nothing in its place.
  if (proposal.purpose === erasedText) return true;
  return (
    proposal.vendor === vendor && proposal.purpose === purpose && proposal.category === category
  );
}

const waits =
  "It waits for a person. Ask again later what was decided; proposing it again changes nothing.";
const underWay = "The payment is under way and its amount is held. It ends by itself.";

/** A spend as the agent reads it that proposed it. */
export function spendReport(proposal: Proposal): JsonObject {
  const { id, status, amountUsd, capturedUsd, vendor, purpose, category, verdict } = proposal;
  const { reason, failure, comment, createdAt, decidedAt, executedAt, expiresAt } = proposal;
  return {
    proposalId: id,
    status,
    amountUsd,
    capturedUsd,
    vendor,
    purpose,
    category,
    verdict,
    reason,
    failure,
    comment,
    createdAt,
    decidedAt,
    executedAt,
    expiresAt,
    ...(status === "pending" && { note: waits }),
    ...(status === "approved" && { note: underWay }),
  };
}
