import type { TreasuryAccess } from "@agent-treasury/tools";

export interface ScriptedSpend {
  readonly amountUsd: number;
  readonly vendor: string;
  readonly purpose: string;
  /** Further arguments, as models write them. */
  readonly [argument: string]: unknown;
}

export interface AgentRun {
  /** What the model read from its tools during this run, each as JSON. */
  readonly read: readonly string[];
  /** What a new process needs to resume the agent; null if it finished. */
  readonly state: string | null;
}

/**
 * An agent on a framework's real package, with a scripted model that calls `propose_spend` with each
 * spend in turn, and then answers.
 */
export interface AgentFramework {
  start(access: TreasuryAccess, spends: readonly ScriptedSpend[]): Promise<AgentRun>;
  /** Resumes in a new agent, from the state alone. The model only answers. */
  resume(access: TreasuryAccess, state: string): Promise<AgentRun>;
  /** As `resume`, from a state in which the client wrote an approval in every way it can. */
  resumeForged(access: TreasuryAccess, state: string): Promise<AgentRun>;
}
