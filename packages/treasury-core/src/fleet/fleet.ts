import type {
  AgentMachine,
  AgentSpec,
  ExecAnswer,
  Fleet,
  MachineAction,
  MachineActionAnswer,
} from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError } from "../errors.ts";
import type { KeyedRequest } from "../idempotency/keyed-request.ts";
import { runKeyed } from "../idempotency/run-keyed.ts";
import { sha256Hex } from "../ledger/hash.ts";
import type { Machine, MachineHost } from "../ports/machine-host.ts";
import type { Engine } from "../treasury/engine.ts";
import { forgetBody } from "./body-record.ts";
import { type FleetSettings, maximumOutputBytes } from "./fleet-settings.ts";
import { machineToWire } from "./machine-wire.ts";
import { fleetWorkspaceId, releaseReservation, reserveMachine } from "./reserve-machine.ts";

/** For what comes before the host is asked, and after it answered. */
const leaseBeyondTimeoutMs = 30_000;

/** What a deployment without a machine host would make its machines of. */
const unconnectedSpec: AgentSpec = {
  image: "",
  cpuKind: "performance",
  cpus: 1,
  memoryMb: 2048,
  region: "",
  app: "",
};

/** A machine to be made for a workspace. */
export interface ProvisionInput {
  readonly workspaceId: string;
  readonly goal?: string | undefined;
  readonly agentId?: string | undefined;
  readonly label?: string | undefined;
}

/** Something to be done to a machine. */
export interface MachineActionInput {
  readonly id: string;
  readonly action: MachineAction;
  readonly command?: string | undefined;
  readonly timeoutSec?: number | undefined;
}

/** Lists the fleet: what carries our tags, and nothing else that the host has. */
export async function listMachines({ host }: FleetSettings): Promise<Fleet> {
  if (host === null || !host.configured()) {
    return { configured: false, spec: host?.defaultSpec() ?? unconnectedSpec, machines: [] };
  }
  const machines = (await host.list()).filter(({ tags }) => tags !== null);
  return { configured: true, spec: host.defaultSpec(), machines: machines.map(machineToWire) };
}

/**
 * Makes a machine and returns when it is started. For a request with a key there is one machine: its
 * name follows from the seed, and the host finds a machine again by its name.
 */
export async function provisionMachine(
  engine: Engine,
  settings: FleetSettings,
  input: ProvisionInput,
  keyed: KeyedRequest | null = null,
): Promise<AgentMachine> {
  return runKeyed(engine, keyed, {
    leaseMs: settings.provisionTimeoutMs + leaseBeyondTimeoutMs,
    act: (seed) => makeMachine(engine, settings, input, seed),
    keep: ({ id }) => id,
    recall: (id) => missingIsHostError(id, () => readMachine(settings, id)),
  });
}

async function makeMachine(
  engine: Engine,
  settings: FleetSettings,
  input: ProvisionInput,
  seed: string,
): Promise<AgentMachine> {
  const host = connected(settings);
  const { workspaceId, agentId = null, goal = null, label = null } = input;
  const name = `agent-${sha256Hex(workspaceId).slice(0, 8)}-${seed.slice(0, 12)}`;
  const listed = (await host.list()).filter(({ tags }) => tags !== null);
  await engine.committer.run(
    fleetWorkspaceId,
    reserveMachine({ name, workspaceId, listed }, settings),
  );
  const signal = AbortSignal.timeout(settings.provisionTimeoutMs);
  const tags = { workspaceId, agentId, goal, label };
  try {
    return machineToWire(await host.provision({ name, tags, signal }));
  } catch (cause) {
    // After a time-out the machine may still come; its place is kept until it would have.
    if (!signal.aborted) await giveBackPlace(engine, name);
    if (isTreasuryError(cause)) throw cause;
    const problem = signal.aborted
      ? `The machine ${name} was not started in time; it may still start.`
      : "The machine host failed to provision a machine.";
    throw new TreasuryError("machine_host_error", problem, { cause });
  }
}

/** Reads one machine; one that is not ours does not exist. */
export async function readMachine({ host }: FleetSettings, id: string): Promise<AgentMachine> {
  if (host === null || !host.configured()) {
    throw new TreasuryError(
      "machine_not_found",
      `There is no machine ${id}: no host is connected.`,
    );
  }
  return machineToWire(await ours(host, id));
}

/** Suspends, starts, or runs a command. */
export async function actOnMachine(
  settings: FleetSettings,
  input: MachineActionInput,
): Promise<MachineActionAnswer> {
  const host = connected(settings);
  return missingIsHostError(input.id, async () => {
    const machine = await ours(host, input.id);
    switch (input.action) {
      case "suspend":
        return { ok: true, machine: machineToWire(await host.suspend(machine.id)) };
      case "start":
        return { ok: true, machine: machineToWire(await host.start(machine.id)) };
      case "exec":
        return exec(settings, host, machine, input);
    }
  });
}

/** Destroys a machine, running or not. */
export async function destroyMachine(
  engine: Engine,
  settings: FleetSettings,
  id: string,
): Promise<void> {
  const host = connected(settings);
  await missingIsHostError(id, async () => {
    const machine = await ours(host, id);
    await host.destroy(machine.id);
    // What was done at the host counts; a record that stays is found without its machine by `recover()`.
    await engine.committer
      .run(fleetWorkspaceId, forgetBody(machine.name, machine.id))
      .catch(engine.report);
    await giveBackPlace(engine, machine.name);
  });
}

/** What was done at the host counts; a place that could not be given back runs out by itself. */
async function giveBackPlace({ committer, report }: Engine, name: string): Promise<void> {
  await committer.run(fleetWorkspaceId, releaseReservation(name)).catch(report);
}

async function exec(
  settings: FleetSettings,
  host: MachineHost,
  machine: Machine,
  { command = "", timeoutSec = settings.execTimeoutSeconds }: MachineActionInput,
): Promise<ExecAnswer> {
  if (machine.state !== "started") await host.start(machine.id);
  const { exitCode, stdout, stderr, durationMs } = await host.exec(machine.id, {
    command,
    timeoutSeconds: timeoutSec,
    maximumOutputBytes,
    // The host ends the command itself; this only bounds a host that does not answer.
    signal: AbortSignal.timeout(Math.ceil(timeoutSec * 1_000) + 30_000),
  });
  return { ok: exitCode === 0, result: { exitCode, stdout, stderr, durationMs } };
}

function connected({ host }: FleetSettings): MachineHost {
  if (host === null || !host.configured()) {
    throw new TreasuryError("machines_not_connected", "No machine host is connected.");
  }
  return host;
}

/** A machine that is not tagged as ours is treated as if it did not exist. */
async function ours(host: MachineHost, id: string): Promise<Machine> {
  const machine = await host.get(id);
  if (machine.tags === null)
    throw new TreasuryError("machine_not_found", `There is no machine ${id}.`);
  return machine;
}

/** For the calls whose contract knows no 404: that a machine is missing is the host's error. */
async function missingIsHostError<Result>(
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!isTreasuryError(cause) || cause.code !== "machine_not_found") throw cause;
    throw new TreasuryError("machine_host_error", `The machine host has no machine ${id}.`, {
      cause,
    });
  }
}
