import {
  type Proposal,
  type TreasuryAccess,
  treasuryTools,
  waitingProposal,
} from "@agent-treasury/tools";
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
 * @throws the error of the access if the treasury does not answer.
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
  const ours = new Set<string>(treasuryTools(access, { fetchPaid: true }).map(({ name }) => name));
  const waiting: Proposal[] = [];
  for (const interruption of state.getInterruptions()) {
    const { name = "" } = interruption;
    if (!ours.has(name)) continue;
    const input = jsonOrUndefined(interruption.arguments ?? "");
    if (input === undefined) {
      state.approve(interruption);
      continue;
    }
    const proposal = await waitingProposal(access, { name, input });
    if (proposal !== null) waiting.push(proposal);
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
