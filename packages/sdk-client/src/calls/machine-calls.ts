import type {
  DestroyAnswer,
  ExecAnswer,
  Fleet,
  MachineAnswer,
  MachineChangeAnswer,
  ProvisionRequest,
} from "@agent-treasury/contract/wire";
import type { CallOptions } from "../options.ts";

export interface ExecRequest {
  /** Run with bash. */
  command: string;
  /** Timeout in seconds, 1 to 600. */
  timeoutSec?: number | undefined;
}

export interface MachineCalls {
  /** Lists all machines: `GET /agents`. */
  list(call?: CallOptions): Promise<Fleet>;
  /**
   * Provisions a machine and waits up to five minutes until it is started: `POST /agents`.
   *
   * Error codes: `machines_not_connected`, `machine_limit_reached`, `machine_host_error`.
   */
  provision(request?: ProvisionRequest, call?: CallOptions): Promise<MachineAnswer>;
  /** Reads one machine: `GET /agents/{id}`. */
  get(id: string, call?: CallOptions): Promise<MachineAnswer>;
  /** Suspends a machine: `POST /agents/{id}`. */
  suspend(id: string, call?: CallOptions): Promise<MachineChangeAnswer>;
  /** Starts a suspended machine: `POST /agents/{id}`. */
  start(id: string, call?: CallOptions): Promise<MachineChangeAnswer>;
  /**
   * Runs a command on a machine: `POST /agents/{id}`. `ok` is true if the exit code is 0. After a
   * timeout `exitCode` is 124. The client never retries it.
   *
   * @example
   * const { ok, result } = await client.machines.exec(id, { command: "uname -a", timeoutSec: 10 });
   */
  exec(id: string, request: ExecRequest, call?: CallOptions): Promise<ExecAnswer>;
  /** Destroys a machine: `DELETE /agents/{id}`. */
  destroy(id: string, call?: CallOptions): Promise<DestroyAnswer>;
}
