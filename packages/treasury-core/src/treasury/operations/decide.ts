import type { Proposal } from "@agent-treasury/contract";
import { keyedCommand } from "../../idempotency/keyed-command.ts";
import type { KeyedRequest } from "../../idempotency/keyed-request.ts";
import type { Books } from "../../ledger/books.ts";
import { type DecisionInput, decideProposal } from "../commands/decide-proposal.ts";
import { type Engine, paymentIdentityOf } from "../engine.ts";
import { proposalFromDoc } from "../proposals/proposal-record.ts";
import { type SpendProposal, proposalKey } from "../proposals/proposal.ts";
import type { HoldTerms } from "../spends/hold-spend.ts";
import { proposalToWire } from "../wire.ts";

/** A person's decision, as a request carries it. */
export type PersonsDecision = Omit<DecisionInput, "payment" | "salt" | "hold">;

/**
 * Records a person's decision and executes what was approved. Resolves when that is durable: where
 * somebody outside pays, when what became of the payment is.
 */
export async function decide(
  engine: Engine,
  workspaceId: string,
  decision: PersonsDecision,
  keyed: KeyedRequest | null = null,
): Promise<Proposal> {
  const { committer, policy, identifiers, external } = engine;
  const input: DecisionInput = {
    ...decision,
    payment: paymentIdentityOf(engine),
    salt: identifiers.random(),
  };
  const commit = (hold?: HoldTerms) => {
    const command = decideProposal({ ...input, ...(hold && { hold }) }, policy);
    return committer.run(
      workspaceId,
      keyedCommand(command, keyed, (books) => decidedBefore(books, input.proposalId)),
    );
  };
  const isOutside = external !== null && decision.decision === "approve";
  const proposal = await (isOutside ? external.carryOut(workspaceId, commit) : commit());
  return proposalToWire(workspaceId, proposal);
}

/** The proposal as it is now, also when a reset has closed its epoch since: the decision was made. */
function decidedBefore(books: Books, proposalId: string): SpendProposal {
  const doc = books.doc(proposalKey(proposalId));
  if (doc === undefined) throw new Error("A decision is recorded whose proposal is not.");
  return proposalFromDoc(doc);
}
