import { spendArgumentsSchema } from "@agent-treasury/contract";
import { isTreasuryError, Micros, type JsonObject } from "@agent-treasury/provider";
import { amountFromUsd, identifierInTurn } from "@agent-treasury/provider/helpers";
import { describeIssues } from "../../describe-issues.ts";
import { sha256Hex } from "../../ledger/hash.ts";
import { type Engine, paymentIdentityOf } from "../../treasury/engine.ts";
import { propose as proposeThrough } from "../../treasury/operations/propose.ts";
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
    run: (input, context) => propose(engine, input, context),
  };
}

async function propose(
  engine: Engine,
  input: JsonObject,
  { workspaceId, turnId, epoch }: TurnToolContext,
): Promise<ToolOutcome> {
  const parsed = spendArgumentsSchema.safeParse(input);
  if (!parsed.success) return refuseCall(describeIssues(parsed.error.issues));
  const { amountUsd, vendor, purpose, category = null } = parsed.data;
  try {
    const amount = amountFromUsd(amountUsd, "amountUsd");
    const id = proposalId(turnId, amount, [vendor, purpose, category]);
    const payment = paymentIdentityOf(engine);
    const salt = engine.identifiers.random();
    const request = { id, turnId, epoch, amount, vendor, purpose, category, payment, salt };
    const proposal = await proposeThrough(engine, workspaceId, request);
    return spendOutcome(proposal);
  } catch (error) {
    // What the caller could mend is for the model to hear; a fault of ours ends the turn.
    if (isTreasuryError(error) && error.status < 500) {
      return refuseCall(`${error.message} ${error.remedy}`);
    }
    throw error;
  }
}

/** One turn's proposal of the same arguments is one proposal, whatever key a model would make up. */
function proposalId(turnId: string, amount: Micros, texts: readonly (string | null)[]): string {
  const digest = sha256Hex(JSON.stringify([turnId, Micros.toText(amount), ...texts]));
  return `prop_${identifierInTurn(turnId, digest)}`;
}
