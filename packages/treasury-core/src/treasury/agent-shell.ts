import type { ExecOutcome } from "@agent-treasury/provider";

/** A command for an agent's own machine. */
export interface ShellCommand {
  readonly command: string;
  /** The deployment's own unless given. */
  readonly timeoutSeconds?: number | undefined;
  readonly signal: AbortSignal;
}

/** Runs the agent's commands on its workspace's machine. */
export interface AgentShell {
  /** Whether there is a host to run them on now. */
  isConnected(): boolean;
  /**
   * Makes or resumes the machine, and runs the command there.
   *
   * @throws TreasuryError `machine_host_error`, `machine_limit_reached`, `machines_not_connected`.
   */
  run(workspaceId: string, command: ShellCommand): Promise<ExecOutcome>;
}
