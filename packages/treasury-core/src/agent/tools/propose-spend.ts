import { isTreasuryError, Micros, type JsonObject } from "@agent-treasury/provider";
import { identifierInTurn } from "@agent-treasury/provider/helpers";
import { sha256Hex } from "../../ledger/hash.ts";
import type { Engine } from "../../treasury/engine.ts";
import { type AskedSpend, propose, readSpend } from "../../treasury/operations/propose.ts";
import { spendParameters } from "../../treasury/proposals/spend-parameters.ts";
import { spendOutcome } from "./spend-outcome.ts";
import { type ToolOutcome, type TurnTool, type TurnToolContext, refuseCall } from "./turn-tool.ts";

/** Proposes a spend. The agent proposes; policy and people decide. */
export function proposeSpendTool(engine: Engine): TurnTool {
  return {
    name: "propose_spend",
    description:
      "Propose to spend money. Small safe spends execute at once; others wait for a person, which ends the turn. Proposing the same again in one turn is the same proposal: to buy twice, give each its own purpose.",
    parametersSchema: spendParameters,
    effect: "write",
    // One turn's call of the same arguments is the same proposal.
    repeatable: true,
    run: (input, context) => proposeInTurn(engine, input, context),
  };
}

async function proposeInTurn(
  engine: Engine,
  input: JsonObject,
  { workspaceId, turnId, epoch }: TurnToolContext,
): Promise<ToolOutcome> {
  try {
    const spend = readSpend(input);
    if (isTreasuryError(spend)) return refuseCall(spend.message);
    const id = proposalId(turnId, spend);
    return spendOutcome(await propose(engine, workspaceId, { id, turnId, epoch, ...spend }));
  } catch (error) {
    // What the caller could mend is for the model to hear; a fault of ours ends the turn.
    if (isTreasuryError(error) && error.status < 500) {
      return refuseCall(`${error.message} ${error.remedy}`);
    }
    throw error;
  }
}

/** One turn's proposal of the same arguments is one proposal, whatever key a model would make up. */
function proposalId(turnId: string, { amount, vendor, purpose, category }: AskedSpend): string {
  const spend = [turnId, Micros.toText(amount), vendor, purpose, category];
  const digest = sha256Hex(JSON.stringify(spend));
  return `prop_${identifierInTurn(turnId, digest)}`;
}
