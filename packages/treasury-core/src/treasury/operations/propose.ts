import type { Proposal } from "@agent-treasury/contract";
import { isTreasuryError } from "@agent-treasury/provider";
import { askClassifier } from "../classifier/ask-classifier.ts";
import type { Opinion } from "../classifier/tighten-screening.ts";
import { proposeSpend, type SpendRequest } from "./propose-spend.ts";
import type { Engine } from "../engine.ts";
import type { HoldTerms } from "../payouts/hold-spend.ts";
import { proposalToWire } from "../wire.ts";
import { readLimits, readProposal } from "./read-treasury.ts";

/**
 * Proposes a spend, and has it paid where policy approves it by itself. A classifier is asked first,
 * so that no commit waits for it. An executor that threw leaves the spend approved and its amount held:
 * the proposal says so, and the deployment is told why.
 */
export async function propose(
  engine: Engine,
  workspaceId: string,
  request: Omit<SpendRequest, "hold" | "opinion">,
): Promise<Proposal> {
  const { committer, policy, external, report } = engine;
  const opinion = await opinionOn(engine, workspaceId, request);
  const asked: SpendRequest = { ...request, opinion };
  const commit = (hold?: HoldTerms) =>
    committer.run(workspaceId, proposeSpend({ ...asked, ...(hold && { hold }) }, policy));
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

/** The classifier is not asked about what the rules block, or about a proposal that exists. */
async function opinionOn(
  engine: Engine,
  workspaceId: string,
  request: Omit<SpendRequest, "hold" | "opinion">,
): Promise<Opinion> {
  const { classifier, policy } = engine;
  if (classifier === null) return { kind: "not_asked" };
  const { verdict } = policy.gate.screen(request);
  if (verdict === "blocked") return { kind: "not_asked" };
  const known = await readProposal(engine, workspaceId, request.id);
  if (known !== null) return { kind: "not_asked" };
  if (classifier.asks === "automatic") {
    if (verdict !== "safe") return { kind: "not_needed" };
    const { autoApproveUnder } = await readLimits(engine, workspaceId);
    if (request.amount >= autoApproveUnder) return { kind: "not_needed" };
  }
  return askClassifier(classifier, request);
}
