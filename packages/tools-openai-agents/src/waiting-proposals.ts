import { type Proposal, type TreasuryAccess, treasuryTools } from "@agent-treasury/tools";
import type { RunToolApprovalItem } from "@openai/agents";

/** The `RunState` of any agent. */
export interface InterruptedState {
  getInterruptions(): readonly RunToolApprovalItem[];
  approve(interruption: RunToolApprovalItem): void;
}

/**
 * Returns the spends that an interrupted run waits for, for example to wait for their outcomes with
 * `waitForOutcome` before the run resumes. The treasury returns their status, whatever the state is.
 *
 * The SDK also interrupts for a call whose arguments are not JSON. Such a call waits for no spend,
 * so it is approved in `state`: the model then receives an error. An approval pays nothing.
 *
 * @example
 * ```ts
 * import { run } from "@openai/agents";
 * import { access, agent } from "./agent.ts";
 *
 * let { state, interruptions } = await run(agent, "Buy paper for 120 USD from Acme.");
 * for (const { id } of await waitingProposals(access, state)) await waitForOutcome(access, id);
 * const { finalOutput } = await run(agent, state);
 * ```
 */
export async function waitingProposals(
  access: TreasuryAccess,
  state: InterruptedState,
): Promise<readonly Proposal[]> {
  const tools = treasuryTools(access, { fetchPaid: true });
  const waiting: Proposal[] = [];
  for (const interruption of state.getInterruptions()) {
    const tool = tools.find(({ name }) => name === interruption.name);
    if (tool === undefined) continue;
    const input = jsonOrUndefined(interruption.arguments ?? "");
    if (input === undefined) {
      state.approve(interruption);
      continue;
    }
    const { waitingFor } = await tool.execute(input);
    if (waitingFor !== null) waiting.push(waitingFor);
  }
  return waiting;
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
