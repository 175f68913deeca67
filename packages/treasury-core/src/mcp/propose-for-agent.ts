import { type Proposal, readOutsideText } from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError, Micros, type JsonObject } from "@agent-treasury/provider";
import { sha256Hex } from "../ledger/hash.ts";
import type { Engine } from "../treasury/engine.ts";
import { type AskedSpend, propose, readSpend } from "../treasury/operations/propose.ts";
import { erasedText } from "../treasury/proposals/erased-text.ts";
import { spendParameters } from "../treasury/proposals/spend-parameters.ts";
import type { OutsideAgent } from "./outside-agent.ts";

const longestKey = 255;

export const proposeParameters: JsonObject = {
  ...spendParameters,
  properties: {
    ...spendParameters.properties,
    idempotencyKey: {
      type: "string",
      description:
        "identifies this purchase: a call with the same key is the same purchase, a call with another key is a new one",
      maxLength: longestKey,
    },
  },
  additionalProperties: false,
};

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
    agentId: agent.name,
    proposedBy: agent.name,
    ...spend,
  });
  if (!isOf(proposal, spend)) {
    throw new TreasuryError(
      "idempotency_key_reused",
      "This `idempotencyKey` was already used for another spend.",
    );
  }
  return spendReport(proposal);
}

/** Derived from the key or the arguments, so that a repeated call is never a second purchase. */
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
    `\`idempotencyKey\` must be 1 to ${longestKey} characters, without control characters.`,
  );
}

/** Whether the arguments match. Erased texts match any. */
function isOf(proposal: Proposal, { amount, vendor, purpose, category }: AskedSpend): boolean {
  if (proposal.amountUsd !== Micros.toUsd(amount)) return false;
  // All texts are erased together.
  if (proposal.purpose === erasedText) return true;
  return (
    proposal.vendor === vendor && proposal.purpose === purpose && proposal.category === category
  );
}

const waits =
  "The spend waits for approval. Check its status later. Proposing it again has no effect.";
const underWay = "The payment is in progress and its amount is held. No action is needed.";

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
