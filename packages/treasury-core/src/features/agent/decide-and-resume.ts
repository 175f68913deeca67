import type { AgentTurnResult, DecisionAnswer, ParsedInput } from "@agent-treasury/contract";
import { isTreasuryError, type TurnName } from "@agent-treasury/provider";
import type { TurnCaller } from "../../http/principal.ts";
import { approvedAmountIn } from "../../kernel/approvals/approved-amount.ts";
import type { SignedDecision } from "../../kernel/approvals/signed-decision.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { effectsOfRequest } from "../../kernel/ledger/commit/request-effects.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { type DecisionPermission, decide } from "../../kernel/spends/decide.ts";
import type { LateTurns } from "./late-turns.ts";

export interface DecisionContext {
  readonly operator: Operator;
  readonly keyed?: KeyedRequest | null;
  readonly caller?: TurnCaller | null;
  readonly permission?: DecisionPermission | null;
  readonly signed?: SignedDecision | null;
}

/**
 * Records a person's decision. With `resume`, also resumes the turn that proposed the spend and waits for its
 * result. `turn` is null if the turn cannot be resumed now. The decision is valid in any case.
 *
 * @throws TreasuryError as `decide`.
 */
export async function decideAndResume(
  { engine, turns }: { readonly engine: Engine; readonly turns: LateTurns },
  input: ParsedInput<"decideProposal">,
  { operator, keyed = null, caller = null, permission = null, signed = null }: DecisionContext,
): Promise<Omit<DecisionAnswer, "state">> {
  const {
    workspaceId,
    proposalId,
    decision,
    comment = null,
    digest = null,
    resume = false,
  } = input;
  const approvedAmount = approvedAmountIn(input);
  const made = {
    proposalId,
    decision,
    operator,
    comment,
    digest,
    approvedAmount,
    permission,
    signed,
  };
  const proposal = await decide(engine, workspaceId, made, keyed);
  const { turnId } = proposal;
  if (!resume) return { proposal };
  if (turnId === null) return { proposal, turn: null };
  return { proposal, turn: await resumedTurn(engine, turns, { workspaceId, turnId }, caller) };
}

async function resumedTurn(
  { report }: Engine,
  turns: LateTurns,
  turn: TurnName,
  caller: TurnCaller | null,
): Promise<AgentTurnResult | null> {
  // A turn has a time limit of its own.
  const effects = effectsOfRequest();
  if (effects !== undefined) effects.isUnbounded = true;
  try {
    const runner = await turns.runner();
    const resumed = await runner.resume(turn, { caller, waits: true });
    return resumed.status === "waiting" ? null : await resumed.result();
  } catch (error) {
    // The approver cannot fix failures of the service, and a shutdown is expected.
    const isExpected =
      isTreasuryError(error) && (error.status < 500 || error.code === "shutting_down");
    if (!isExpected) report(error);
    return null;
  } finally {
    if (effects !== undefined) {
      effects.isUnbounded = false;
      effects.boundedSince = performance.now();
    }
  }
}
