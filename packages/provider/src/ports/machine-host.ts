import type { Micros } from "../money/micros.ts";

/** The hardware and image of a machine. */
export interface MachineSpec {
  readonly image: string;
  readonly cpuKind: string;
  readonly cpus: number;
  readonly memoryMb: number;
  readonly region: string;
  readonly app: string;
}

/** Tags that a treasury writes on its machines to find them again. */
export interface MachineTags {
  readonly workspaceId: string;
  readonly agentId: string | null;
  readonly goal: string | null;
  readonly label: string | null;
}

/** The current state of a machine on its host. */
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
  /** Null if the treasury did not create the machine. Such machines are never listed or changed. */
  readonly tags: MachineTags | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Running time in milliseconds, without suspended time. */
  readonly uptimeMs: number;
  /** The cost of the running time. */
  readonly computeCost: Micros;
}

/** A machine to create. */
export interface ProvisionOptions {
  readonly tags: MachineTags;
  /**
   * Unique and deterministic. If a machine with this name exists, it is returned instead of
   * creating another.
   */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** A command to run. */
export interface ExecOptions {
  /** Run with `/bin/bash -lc`. */
  readonly command: string;
  readonly timeoutSeconds: number;
  /** Maximum bytes of each output stream. Longer output is truncated and marked. */
  readonly maximumOutputBytes: number;
  readonly signal: AbortSignal;
}

/** The result of a command. */
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
 * Methods may run concurrently. Reading, suspending and starting may be retried. Provisioning may
 * be retried because the name identifies the machine. Methods reject with a `TreasuryError` of code
 * `machine_not_found` if the machine does not exist, and otherwise `machine_host_error` with the
 * host's message, which never contains the token. Machine ids are validated against the pattern
 * above before a method is called.
 *
 * Conformance suite: `machineHostConformance` in `@agent-treasury/testing`.
 */
export interface MachineHost {
  readonly specificationVersion: "1";
  /** For example `memory`, `docker`, `fly`. */
  readonly provider: string;
  /** Whether it runs real machines. In production, real machines require an explicit setting. */
  readonly real: boolean;
  /** Whether its machines have network access and could therefore reach this service. */
  readonly networked: boolean;
  /** Whether the host's credentials are set. */
  configured(): boolean;
  defaultSpec(): MachineSpec;
  /** Lists every machine that has our tags. */
  list(): Promise<readonly Machine[]>;
  /** Resolves when the machine is `started`. */
  provision(options: ProvisionOptions): Promise<Machine>;
  get(id: string): Promise<Machine>;
  suspend(id: string): Promise<Machine>;
  /** Starts a suspended or stopped machine. Returns a running machine unchanged. */
  start(id: string): Promise<Machine>;
  /** Requires a started machine. */
  exec(id: string, options: ExecOptions): Promise<ExecOutcome>;
  /** Destroys the machine, running or not. */
  destroy(id: string): Promise<void>;
}
