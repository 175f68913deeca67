import type { Proposal } from "@agent-treasury/contract";
import { type DecisionInput, decideProposal } from "./commands/decide-proposal.ts";
import { type Engine, paymentIdentityOf } from "./engine.ts";
import { proposalToWire } from "./wire.ts";

/** A person's decision, as a request carries it. */
export type PersonsDecision = Omit<DecisionInput, "payment" | "salt">;

/** Records a person's decision and executes what was approved. Resolves when that is durable. */
export async function decide(
  engine: Engine,
  workspaceId: string,
  decision: PersonsDecision,
): Promise<Proposal> {
  const input: DecisionInput = {
    ...decision,
    payment: paymentIdentityOf(engine),
    salt: engine.identifiers.random(),
  };
  const proposal = await engine.committer.run(workspaceId, decideProposal(input, engine.policy));
  return proposalToWire(workspaceId, proposal);
}
