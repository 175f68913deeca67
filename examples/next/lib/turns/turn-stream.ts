import type {
  AgentEvent,
  AgentTurnResult,
  ErrorBody,
  TreasuryClient,
  TurnRequest,
} from "@agent-treasury/sdk-client";

/** What comes of a turn, item by item. */
export type TurnStreamItem =
  | { kind: "turn"; turnId: string }
  | { kind: "text"; offset: number; text: string }
  | (AgentEvent & { id: string })
  | { kind: "result"; result: AgentTurnResult }
  | { kind: "failure"; failure: ErrorBody };

/** Runs a turn, and tells what happens in it. */
export async function* runTurn(
  client: TreasuryClient,
  request: TurnRequest,
): AsyncGenerator<TurnStreamItem> {
  yield* itemsOf(await client.agent.run(request));
}

function* itemsOf(result: AgentTurnResult): Generator<TurnStreamItem> {
  yield { kind: "turn", turnId: result.turnId };
  for (const [index, event] of result.events.entries()) yield { ...event, id: String(index) };
  yield { kind: "result", result };
}
