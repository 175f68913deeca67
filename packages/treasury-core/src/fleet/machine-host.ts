import { type AgentMachine, readOutsideText } from "@agent-treasury/contract";
import {
  TreasuryError,
  isTreasuryError,
  Micros,
  type ExecOutcome,
  type Machine,
  type MachineHost,
} from "@agent-treasury/provider";
import { timestamp } from "../ledger/timestamp.ts";

/** What a deployment decided about machines. */
export interface FleetSettings {
  /** Null without a machine host. */
  readonly host: MachineHost | null;
  readonly machinesPerWorkspace: number;
  readonly machinesPerDeployment: number;
  readonly provisionTimeoutMs: number;
  readonly execTimeoutSeconds: number;
  /** How long an agent's machine may be idle before it is suspended. */
  readonly idleSuspendMs: number;
}

/**
 * The workspace of the fleet's own documents: reservations, agents' machines, keys of requests for
 * machines. No workspace of a caller can have this id, since its first character is not allowed.
 */
export const fleetWorkspaceId = "~fleet";

/** Time to start a machine, and for what a command needs beside its own time. */
export const startMs = 300_000;

/** Bytes kept of each output stream of a command. */
const maximumOutputBytes = 65_536;
/** For how much longer than a command may run its host may be silent. */
const silenceMs = 30_000;

/** @throws TreasuryError `machines_not_connected`. */
export function connectedHost({ host }: FleetSettings): MachineHost {
  if (host === null || !host.configured()) {
    throw new TreasuryError("machines_not_connected", "No machine host is connected.");
  }
  return host;
}

/** The machines that carry our tags; a host may have others. */
export async function ourMachines(host: MachineHost): Promise<readonly Machine[]> {
  return (await host.list()).filter(({ tags }) => tags !== null);
}

/** The result of a call about a machine; undefined if the host no longer has the machine. */
export async function unlessGone<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isTreasuryError(error) && error.code === "machine_not_found") return undefined;
    throw error;
  }
}

/** A command, and for how long it may run. */
export interface MachineCommand {
  readonly command: string;
  readonly timeoutSeconds: number;
}

/**
 * Runs a command on a machine, which is started when it is not running.
 *
 * @throws TreasuryError `machine_host_error` when the host does not report the outcome.
 */
export async function runOnMachine(
  host: MachineHost,
  machine: Machine,
  { command, timeoutSeconds }: MachineCommand,
  signal: AbortSignal | null,
): Promise<ExecOutcome> {
  if (machine.state !== "started") await host.start(machine.id);
  // The host ends the command itself; this only bounds a host that does not answer.
  const late = AbortSignal.timeout(Math.ceil(timeoutSeconds * 1_000) + silenceMs);
  try {
    return await host.exec(machine.id, {
      command,
      timeoutSeconds,
      maximumOutputBytes,
      signal: signal === null ? late : AbortSignal.any([signal, late]),
    });
  } catch (cause) {
    if (isTreasuryError(cause) || !late.aborted) throw cause;
    const problem =
      "The machine host did not say what the command came to. The command may still run.";
    throw new TreasuryError("machine_host_error", problem, { cause });
  }
}

/** A machine in the contract's form. */
export function machineToWire(machine: Machine): AgentMachine {
  const { id, cpuKind, cpus, memoryMb, tags } = machine;
  return {
    id,
    name: shown(machine.name),
    state: shown(machine.state),
    region: shown(machine.region),
    image: shown(machine.image),
    cpuKind,
    cpus,
    memoryMb,
    role: "agent-body",
    agentId: tags?.agentId == null ? null : shown(tags.agentId),
    workspaceId: tags?.workspaceId == null ? null : shown(tags.workspaceId),
    goal: tags?.goal == null ? null : shown(tags.goal),
    label: tags?.label == null ? null : shown(tags.label),
    createdAt: timestamp(machine.createdAt),
    uptimeMs: machine.uptimeMs,
    computeCostUsd: Micros.toUsd(machine.computeCost),
  };
}

/** The host's text, of which another process may have written parts. */
function shown(text: string): string {
  return readOutsideText(text).text;
}
