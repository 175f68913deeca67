import type { Micros } from "../money/micros.ts";

export interface MachineSpec {
  readonly image: string;
  readonly cpuKind: string;
  readonly cpus: number;
  readonly memoryMb: number;
  readonly region: string;
  readonly app: string;
}

/** Tags that identify the treasury's machines. */
export interface MachineTags {
  readonly workspaceId: string;
  readonly agentId: string | null;
  readonly goal: string | null;
  readonly label: string | null;
}

/** A machine's current state on its host. */
export interface Machine {
  /** Matches `[A-Za-z0-9][A-Za-z0-9_-]{0,127}`. */
  readonly id: string;
  readonly name: string;
  /** `started`, `suspended`, or another state name of the host. */
  readonly state: string;
  readonly region: string;
  readonly image: string;
  readonly cpuKind: string;
  readonly cpus: number;
  readonly memoryMb: number;
  /** Null for machines of another creator, which are never listed or changed. */
  readonly tags: MachineTags | null;
  readonly createdAt: number;
  /** Milliseconds, without suspended time. */
  readonly uptimeMs: number;
  readonly computeCost: Micros;
}

export interface ProvisionOptions {
  readonly tags: MachineTags;
  /** Unique and deterministic. An existing machine with this name is returned. */
  readonly name: string;
  readonly signal: AbortSignal;
}

export interface ExecOptions {
  /** Run with `/bin/bash -lc`. */
  readonly command: string;
  readonly timeoutSeconds: number;
  /** For each stream. Longer output is truncated and marked. */
  readonly maximumOutputBytes: number;
  readonly signal: AbortSignal;
}

export interface ExecOutcome {
  /** 124 after a timeout. */
  readonly exitCode: number;
  /** Well-formed text. Invalid UTF-8 is replaced. */
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/**
 * Runs the machines of the agents.
 *
 * Methods may run concurrently. Reading, suspending, starting and provisioning (by name) may be
 * retried. Methods reject with a `TreasuryError` of code `machine_not_found`, or otherwise
 * `machine_host_error` with the host's message, never its token. Machine ids are validated before a
 * method is called.
 *
 * Conformance suite: `machineHostConformance` in `@agent-treasury/testing`.
 */
export interface MachineHost {
  readonly specificationVersion: "1";
  /** For example `memory`, `docker`, `fly`. */
  readonly provider: string;
  /** Whether it runs real machines, which require an explicit setting in production. */
  readonly real: boolean;
  /** Whether its machines have network access, and could reach this service. */
  readonly networked: boolean;
  configured(): boolean;
  defaultSpec(): MachineSpec;
  /** Lists all machines with our tags. */
  list(): Promise<readonly Machine[]>;
  /** Resolves when the machine is `started`. */
  provision(options: ProvisionOptions): Promise<Machine>;
  get(id: string): Promise<Machine>;
  suspend(id: string): Promise<Machine>;
  /** Starts a suspended or stopped machine, or returns a running one. */
  start(id: string): Promise<Machine>;
  exec(id: string, options: ExecOptions): Promise<ExecOutcome>;
  /** Destroys the machine, running or not. */
  destroy(id: string): Promise<void>;
}
