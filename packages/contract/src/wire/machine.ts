/** A machine that serves as an agent's body. */
export interface AgentMachine {
  /** The host's id of the machine. */
  id: string;
  /** The host's name of the machine. */
  name: string;
  /** `started`, `suspended`, or the host's own word for any other state. */
  state: string;
  region: string;
  image: string;
  cpuKind: string;
  cpus: number;
  memoryMb: number;
  /** Always `agent-body`. */
  role: string;
  agentId: string | null;
  workspaceId: string | null;
  goal: string | null;
  label: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Milliseconds that the machine ran; time suspended does not count. */
  uptimeMs: number;
  /** USD for the time that the machine ran; suspended costs nothing more. */
  computeCostUsd: number;
}

/** What a machine is made of unless the deployment says otherwise. */
export interface AgentSpec {
  image: string;
  cpuKind: string;
  cpus: number;
  memoryMb: number;
  region: string;
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
  durationMs: number;
}

/** Answer of `GET /agents`. */
export interface Fleet {
  /** Whether a machine host is connected. */
  configured: boolean;
  spec: AgentSpec;
  machines: AgentMachine[];
}

/** Body of `POST /agents`. */
export interface ProvisionRequest {
  workspaceId?: string | undefined;
  goal?: string | undefined;
  agentId?: string | undefined;
  label?: string | undefined;
}

/** Answer that carries one machine. */
export interface MachineAnswer {
  machine: AgentMachine;
}

/** What can be done to a machine. */
export type MachineAction = "suspend" | "start" | "exec";

/** Body of `POST /agents/{id}`, with the id of the path. */
export interface MachineActionRequest {
  id: string;
  action: MachineAction;
  /** Required by `exec`: a bash command. */
  command?: string | undefined;
  /** Seconds that an `exec` may take, 1 to 600. */
  timeoutSec?: number | undefined;
}

/** Answer of `suspend` and `start`. */
export interface MachineChangeAnswer {
  ok: true;
  machine: AgentMachine;
}

/** Answer of `exec`. */
export interface ExecAnswer {
  /** True exactly when `exitCode` is 0. */
  ok: boolean;
  result: ExecResult;
}

/** Answer of `POST /agents/{id}`: a machine for `suspend` and `start`, a result for `exec`. */
export type MachineActionAnswer = MachineChangeAnswer | ExecAnswer;

/** Answer of `DELETE /agents/{id}`. */
export interface DestroyAnswer {
  ok: true;
}
