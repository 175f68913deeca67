import {
  type Proposal,
  readOutsideText,
  requestLimits,
  spendReport,
} from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError, type JsonObject } from "@agent-treasury/provider";
import type { AgentPrincipal } from "../principals/agent-principal.ts";
import { agentAsProposer, proposePurchase } from "../principals/propose-purchase.ts";
import type { Engine } from "../treasury/engine.ts";
import { readSpend } from "../treasury/operations/propose.ts";
import { spendParameters } from "../treasury/proposals/spend-parameters.ts";

const longestKey = requestLimits.keyCharacters;

export const keyParameter: JsonObject = {
  idempotencyKey: {
    type: "string",
    description:
      "identifies this purchase: a call with the same key is the same purchase, a call with another key is a new one",
    maxLength: longestKey,
  },
};

export const proposeParameters: JsonObject = {
  ...spendParameters,
  properties: { ...spendParameters.properties, ...keyParameter },
  additionalProperties: false,
};

export async function proposeForAgent(
  engine: Engine,
  agent: AgentPrincipal,
  input: JsonObject,
): Promise<JsonObject> {
  const { idempotencyKey, ...given } = input;
  const spend = readSpend(given);
  if (isTreasuryError(spend)) throw spend;
  const key = idempotencyKey === undefined ? null : checkKey(idempotencyKey);
  const purchase = { ...spend, key, label: null, allocationId: null };
  return reportOf(await proposePurchase(engine, agentAsProposer(agent), purchase));
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

const waits =
  "The spend waits for approval. Check its status later. Proposing it again has no effect.";

export function reportOf(proposal: Proposal): JsonObject {
  return { ...spendReport(proposal, waits) };
}
