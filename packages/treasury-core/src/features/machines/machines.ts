import {
  type AgentMachine,
  type AgentSpec,
  type ExecAnswer,
  type Fleet,
  type MachineAction,
  type MachineActionAnswer,
  routes,
} from "@agent-treasury/contract";
import {
  TreasuryError,
  isTreasuryError,
  type Machine,
  type MachineHost,
} from "@agent-treasury/provider";
import { machinesWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { runKeyed } from "../../kernel/idempotency/run-keyed.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { whileLeased } from "./agent-machines.ts";
import {
  type MachineSettings,
  type MachineCommand,
  connectedHost,
  machineToWire,
  missingIsHostError,
  ourMachines,
  runOnMachine,
  startMs,
} from "./machine-host.ts";
import { forgetMachine, machineName } from "./machine-record.ts";
import { makeMachine, releasePlace } from "./make-machine.ts";

const leaseBeyondTimeoutMs = 30_000;
const idShown = 128;

const unconnectedSpec: AgentSpec = {
  image: "",
  cpuKind: "performance",
  cpus: 1,
  memoryMb: 2048,
  region: "",
  app: "",
};

export interface ProvisionInput {
  readonly workspaceId: string;
  readonly goal?: string | undefined;
  readonly agentId?: string | undefined;
  readonly label?: string | undefined;
}

export interface MachineActionInput {
  readonly id: string;
  readonly action: MachineAction;
  readonly command?: string | undefined;
  readonly timeoutSec?: number | undefined;
}

export async function listMachines({ host }: MachineSettings): Promise<Fleet> {
  if (host === null || !host.configured()) {
    return { configured: false, spec: host?.defaultSpec() ?? unconnectedSpec, machines: [] };
  }
  const machines = await unsetIsHostError(() => ourMachines(host));
  return { configured: true, spec: host.defaultSpec(), machines: machines.map(machineToWire) };
}

/**
 * A repeated request gets the same machine, because the seed determines the name and the host finds machines by
 * name.
 */
export async function provisionMachine(
  engine: Engine,
  settings: MachineSettings,
  input: ProvisionInput,
  keyed: KeyedRequest | null = null,
): Promise<AgentMachine> {
  return runKeyed(engine, keyed, {
    leaseMs: settings.provisionTimeoutMs + leaseBeyondTimeoutMs,
    act: (seed) => provision(engine, settings, input, seed),
    keep: ({ id }) => id,
    recall: (id) => missingIsHostError(id, () => readMachine(settings, id)),
  });
}

async function provision(
  engine: Engine,
  settings: MachineSettings,
  input: ProvisionInput,
  seed: string,
): Promise<AgentMachine> {
  const { workspaceId, agentId = null, goal = null, label = null } = input;
  const name = `agent-${sha256Hex(workspaceId).slice(0, 8)}-${seed.slice(0, 12)}`;
  const tags = { workspaceId, agentId, goal, label };
  const host = connectedHost(settings);
  return machineToWire(await makeMachine(engine, settings, host, name, tags));
}

/** Machines without our tags are not found. A malformed id is not sent to the host. */
export async function readMachine({ host }: MachineSettings, id: string): Promise<AgentMachine> {
  if (host === null || !host.configured()) {
    throw new TreasuryError(
      "machine_not_found",
      `There is no machine ${id}: no host is connected.`,
    );
  }
  if (!routes.destroyMachine.input.safeParse({ id }).success) {
    const shown = JSON.stringify(id.slice(0, idShown).toWellFormed());
    throw new TreasuryError("machine_not_found", `No machine can have the id ${shown}.`);
  }
  return machineToWire(await unsetIsHostError(() => ours(host, id)));
}

/** These calls have no 400, and a host with its credentials is connected. */
async function unsetIsHostError<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (cause) {
    if (!isTreasuryError(cause) || cause.code !== "machines_not_connected") throw cause;
    throw new TreasuryError("machine_host_error", cause.message, { cause });
  }
}

export async function actOnMachine(
  engine: Engine,
  settings: MachineSettings,
  input: MachineActionInput,
): Promise<MachineActionAnswer> {
  const host = connectedHost(settings);
  const { timeoutSec = settings.execTimeoutSeconds } = input;
  /** Leases the machine of an agent, so that it is not suspended meanwhile. */
  const use = async (
    machine: Machine,
    lifetimeMs: number,
    work: (used: Machine) => Promise<MachineActionAnswer>,
  ): Promise<MachineActionAnswer> => {
    const { id: machineId } = machine;
    const name = machineName(machine.tags?.workspaceId ?? "");
    const leased = { name, machineId, lifetimeMs, idleMs: settings.idleSuspendMs };
    const answer = await whileLeased(engine, leased, async () => work(await host.get(machineId)));
    return answer ?? work(machine);
  };
  return missingIsHostError(input.id, async () => {
    const machine = await ours(host, input.id);
    switch (input.action) {
      case "suspend": {
        const suspended = await host.suspend(machine.id);
        await settings.tabs?.charge(async () => suspended);
        return { ok: true, machine: machineToWire(suspended) };
      }
      case "start":
        return use(machine, startMs, async (used) => {
          await settings.tabs?.begin(host, used, startMs);
          return { ok: true, machine: machineToWire(await host.start(used.id)) };
        });
      case "exec":
        return use(machine, startMs + Math.ceil(timeoutSec * 1_000), (used) =>
          exec(settings, used, { command: input.command ?? "", timeoutSeconds: timeoutSec }),
        );
    }
  });
}

export async function destroyMachine(
  engine: Engine,
  settings: MachineSettings,
  id: string,
): Promise<void> {
  const host = connectedHost(settings);
  await missingIsHostError(id, async () => {
    const machine = await ours(host, id);
    // Its cost grows until it stops.
    const stopsFirst = settings.tabs !== null && machine.state === "started";
    const last = stopsFirst ? await host.suspend(machine.id) : machine;
    await host.destroy(machine.id);
    await settings.tabs?.end(last).catch(engine.report);
    // If this fails, `recover()` closes the record.
    const record = machineName(machine.tags?.workspaceId ?? "");
    await engine.committer
      .run(machinesWorkspaceId, forgetMachine(record, machine.id))
      .catch(engine.report);
    await releasePlace(engine, machine.name);
  });
}

async function exec(
  settings: MachineSettings,
  machine: Machine,
  command: MachineCommand,
): Promise<ExecAnswer> {
  const outcome = await runOnMachine(settings, machine, command, null);
  const { exitCode, stdout, stderr, durationMs } = outcome;
  return { ok: exitCode === 0, result: { exitCode, stdout, stderr, durationMs } };
}

async function ours(host: MachineHost, id: string): Promise<Machine> {
  const machine = await host.get(id);
  if (machine.tags === null)
    throw new TreasuryError("machine_not_found", `There is no machine ${id}.`);
  return machine;
}
