import type { WorkspaceRequest } from "./treasury.ts";

/** A machine that serves as an agent's body. */
export interface AgentMachine {
  /** The host's id of the machine. */
  id: string;
  /** The host's name of the machine. */
  name: string;
  /** `started`, `suspended`, or the host's own word for any other state. */
  state: string;
  /** Where it runs, in the host's words. */
  region: string;
  /** The image that it runs. */
  image: string;
  /** The kind of its CPUs, in the host's words. */
  cpuKind: string;
  /** How many CPUs it has. */
  cpus: number;
  /** Its memory in MB. */
  memoryMb: number;
  /** Always `agent-body`. */
  role: string;
  /** The agent whose body it is. */
  agentId: string | null;
  /** The workspace that it belongs to. */
  workspaceId: string | null;
  /** What it was made for, for a person. */
  goal: string | null;
  /** What people call it. */
  label: string | null;
  /** When it was made. ISO 8601, UTC. */
  createdAt: string;
  /** Milliseconds that the machine ran; time suspended does not count. */
  uptimeMs: number;
  /** USD for the time that the machine ran; suspended costs nothing more. */
  computeCostUsd: number;
}

/** What a machine is made of unless the deployment says otherwise. */
export interface AgentSpec {
  /** The image that it runs. */
  image: string;
  /** The kind of its CPUs, in the host's words. */
  cpuKind: string;
  /** How many CPUs it has. */
  cpus: number;
  /** Its memory in MB. */
  memoryMb: number;
  /** Where it runs, in the host's words. */
  region: string;
  /** What tells this deployment's machines from another's. */
  app: string;
}

/** What a command on a machine came to. */
export interface ExecResult {
  /** 124 when the command ran out of time, 127 when there was nothing to run it. */
  exitCode: number;
  /** At most 64 KiB; what was cut is marked. */
  stdout: string;
  /** At most 64 KiB; what was cut is marked. */
  stderr: string;
  /** Milliseconds that it took. */
  durationMs: number;
}

/** Answer of `GET /agents`. */
export interface Fleet {
  /** Whether a machine host is connected. */
  configured: boolean;
  /** What a new machine is made of. */
  spec: AgentSpec;
  /** Those that the caller may see. */
  machines: AgentMachine[];
}

/** Body of `POST /agents`. */
export interface ProvisionRequest extends WorkspaceRequest {
  /** What it is made for, shown on its card. */
  goal?: string | undefined;
  /** The agent whose body it is to be. */
  agentId?: string | undefined;
  /** What people are to call it. */
  label?: string | undefined;
}

/** Answer that carries one machine. */
export interface MachineAnswer {
  /** The machine as it is now. */
  machine: AgentMachine;
}

/** What can be done to a machine. */
export type MachineAction = "suspend" | "start" | "exec";

/** Body of `POST /agents/{id}`, with the id of the path. */
export interface MachineActionRequest {
  /** The machine. */
  id: string;
  /** What to do to it. A command on a suspended machine starts it. */
  action: MachineAction;
  /** Required by `exec`: a bash command. */
  command?: string | undefined;
  /** Seconds that an `exec` may take, 1 to 600. */
  timeoutSec?: number | undefined;
}

/** Answer of `suspend` and `start`. */
export interface MachineChangeAnswer {
  /** Always true: what could not be done is a failure. */
  ok: true;
  /** The machine as it is now. */
  machine: AgentMachine;
}

/** Answer of `exec`. */
export interface ExecAnswer {
  /** True exactly when `exitCode` is 0. */
  ok: boolean;
  /** What the command came to. */
  result: ExecResult;
}

/** Answer of `POST /agents/{id}`: a machine for `suspend` and `start`, a result for `exec`. */
export type MachineActionAnswer = MachineChangeAnswer | ExecAnswer;

/** Answer of `DELETE /agents/{id}`. */
export interface DestroyAnswer {
  /** Always true: what could not be done is a failure. */
  ok: true;
}
