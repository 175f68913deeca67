import type { AgentTurnResult, DecisionAnswer, ParsedInput } from "@agent-treasury/contract";
import { isTreasuryError, type TurnName } from "@agent-treasury/provider";
import type { TurnCaller } from "../../http/principal.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { effectsOfRequest } from "../../kernel/ledger/commit/request-effects.ts";
import { decide, decisionIn, type PersonsDecision } from "../../kernel/spends/decide.ts";
import type { LateTurns } from "./late-turns.ts";

interface DecisionContext extends Pick<PersonsDecision, "operator" | "permission" | "signed"> {
  readonly keyed?: KeyedRequest | null;
  readonly caller?: TurnCaller | null;
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
  { keyed = null, caller = null, ...by }: DecisionContext,
): Promise<Omit<DecisionAnswer, "state">> {
  const { workspaceId } = input;
  const proposal = await decide(engine, workspaceId, { ...decisionIn(input), ...by }, keyed);
  const { turnId } = proposal;
  if (input.resume !== true) return { proposal };
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
