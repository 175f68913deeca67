import type { Proposal } from "@agent-treasury/contract";
import { isTreasuryError } from "../../errors.ts";
import { type SpendRequest, proposeSpend } from "../commands/propose-spend.ts";
import type { Engine } from "../engine.ts";
import type { HoldTerms } from "../spends/hold-spend.ts";
import { proposalToWire } from "../wire.ts";
import { readProposal } from "./read-treasury.ts";

/**
 * Proposes a spend, and has it paid where policy approves it by itself. An executor that threw leaves
 * the spend approved and its amount held: the proposal says so, and the deployment is told why.
 */
export async function propose(
  engine: Engine,
  workspaceId: string,
  request: Omit<SpendRequest, "hold">,
): Promise<Proposal> {
  const { committer, policy, external, report } = engine;
  const commit = (hold?: HoldTerms) =>
    committer.run(workspaceId, proposeSpend({ ...request, ...(hold && { hold }) }, policy));
  try {
    const proposed = await (external === null ? commit() : external.carryOut(workspaceId, commit));
    return proposalToWire(workspaceId, proposed);
  } catch (error) {
    if (!isTreasuryError(error) || error.code !== "spend_executor_error") throw error;
    const proposal = await readProposal(engine, workspaceId, request.id);
    if (proposal === null) throw error;
    report(error);
    return proposal;
  }
}
