import type { Micros } from "../money/micros.ts";

/** What a machine is made of. */
export interface MachineSpec {
  readonly image: string;
  readonly cpuKind: string;
  readonly cpus: number;
  readonly memoryMb: number;
  readonly region: string;
  readonly app: string;
}

/** What we write on a machine, so that it is found again. */
export interface MachineTags {
  readonly workspaceId: string;
  readonly agentId: string | null;
  readonly goal: string | null;
  readonly label: string | null;
}

/** A machine as its host has it now. */
export interface Machine {
  /** Matches `[A-Za-z0-9][A-Za-z0-9_-]{0,127}`. */
  readonly id: string;
  readonly name: string;
  /** `started`, `suspended`, or the host's own word. */
  readonly state: string;
  readonly region: string;
  readonly image: string;
  readonly cpuKind: string;
  readonly cpus: number;
  readonly memoryMb: number;
  /** Null when the machine was not made by us; such a machine is never listed nor touched. */
  readonly tags: MachineTags | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds that it ran, without the time that it was suspended. */
  readonly uptimeMs: number;
  /** What that time cost. */
  readonly computeCost: Micros;
}

/** A machine to be made. */
export interface ProvisionOptions {
  readonly tags: MachineTags;
  /** Unique and deterministic: a machine of this name that exists is returned, not made again. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** A command to be run. */
export interface ExecOptions {
  /** Run by `/bin/bash -lc`. */
  readonly command: string;
  readonly timeoutSeconds: number;
  /** Bytes kept of each stream; the rest is cut, and the cut is marked in the text. */
  readonly maximumOutputBytes: number;
  readonly signal: AbortSignal;
}

/** What a command came to. */
export interface ExecOutcome {
  /** 124 when it ran out of time. */
  readonly exitCode: number;
  /** Well-formed text; bytes that are not UTF-8 are replaced. */
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/**
 * Runs the machines that are the agents' bodies.
 *
 * Methods may run beside one another. Reading, suspending and starting may be retried; a provision is
 * found again by its name. They reject with a `TreasuryError`: `machine_not_found` when there is no
 * such machine, `machine_host_error` with the host's own message, never its token, otherwise. Ids that
 * reach a host were checked against the pattern above.
 *
 * Source of the conformance suite: `machineHostConformance` in `@agent-treasury/testing`.
 */
export interface MachineHost {
  readonly specificationVersion: "1";
  /** For example `memory`, `docker`, `fly`. */
  readonly provider: string;
  /** Whether it moves real machines, which in production nobody may reach unasked. */
  readonly real: boolean;
  /** Whether its machines can reach a network, and through it this service. */
  readonly networked: boolean;
  /** Whether its credentials are there. */
  configured(): boolean;
  defaultSpec(): MachineSpec;
  /** Every machine that carries our tags. */
  list(): Promise<readonly Machine[]>;
  /** Returns when the machine is `started`. */
  provision(options: ProvisionOptions): Promise<Machine>;
  get(id: string): Promise<Machine>;
  suspend(id: string): Promise<Machine>;
  /** Starts what is suspended or stopped; a running machine is returned as it is. */
  start(id: string): Promise<Machine>;
  /** Runs on a started machine. */
  exec(id: string, options: ExecOptions): Promise<ExecOutcome>;
  /** Destroys it, running or not. */
  destroy(id: string): Promise<void>;
}
