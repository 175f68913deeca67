import { type AgentMachine, readOutsideText } from "@agent-treasury/contract";
import {
  TreasuryError,
  isTreasuryError,
  Micros,
  type ExecOutcome,
  type Machine,
  type MachineHost,
} from "@agent-treasury/provider";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import type { MachineTabs } from "./machine-tabs.ts";

export interface MachineSettings {
  readonly host: MachineHost | null;
  readonly machinesPerWorkspace: number;
  readonly machinesPerDeployment: number;
  readonly provisionTimeoutMs: number;
  readonly execTimeoutSeconds: number;
  readonly idleSuspendMs: number;
  /** Null if machines are not charged. */
  readonly tabs: MachineTabs | null;
}

/** The time to start a machine, and for the overhead of a command. */
export const startMs = 300_000;

/** The limit per output stream of a command. */
const maximumOutputBytes = 65_536;
/** The time that a host may take to respond after a command's timeout. */
const silenceMs = 30_000;

/** @throws TreasuryError `machines_not_connected`. */
export function connectedHost({ host }: MachineSettings): MachineHost {
  if (host === null || !host.configured()) {
    throw new TreasuryError("machines_not_connected", "No machine host is connected.");
  }
  return host;
}

/** A host may have machines without our tags. */
export async function ourMachines(host: MachineHost): Promise<readonly Machine[]> {
  return (await host.list()).filter(({ tags }) => tags !== null);
}

/** Returns undefined if the host does not have the machine. */
export async function unlessGone<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isTreasuryError(error) && error.code === "machine_not_found") return undefined;
    throw error;
  }
}

/** For calls without a 404, at which a missing machine is a host error. */
export async function missingIsHostError<Answer>(
  idOrName: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (cause) {
    if (!isTreasuryError(cause) || cause.code !== "machine_not_found") throw cause;
    const problem = `The machine host has no machine ${idOrName}.`;
    throw new TreasuryError("machine_host_error", problem, { cause });
  }
}

export interface MachineCommand {
  readonly command: string;
  readonly timeoutSeconds: number;
}

/**
 * Starts the machine if needed.
 *
 * @throws TreasuryError `machine_host_error` if the host does not report the outcome.
 */
export async function runOnMachine(
  settings: MachineSettings,
  machine: Machine,
  { command, timeoutSeconds }: MachineCommand,
  signal: AbortSignal | null,
): Promise<ExecOutcome> {
  const { tabs } = settings;
  const host = connectedHost(settings);
  const timeoutMs = Math.ceil(timeoutSeconds * 1_000);
  await tabs?.begin(host, machine, startMs + timeoutMs);
  if (machine.state !== "started") await host.start(machine.id);
  // The host enforces the command's timeout. This one applies if the host does not respond.
  const late = AbortSignal.timeout(timeoutMs + silenceMs);
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
      "The machine host did not report the command's outcome. The command may still be running.";
    throw new TreasuryError("machine_host_error", problem, { cause });
  } finally {
    await tabs?.charge(() => unlessGone(() => host.get(machine.id)));
  }
}

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

/** Other processes may have written parts of the text. */
function shown(text: string): string {
  return readOutsideText(text).text;
}
