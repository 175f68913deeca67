import {
  TreasuryError,
  type ExecOutcome,
  type Machine,
  type MachineHost,
} from "@agent-treasury/provider";
import { machinesWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import type { Engine } from "../../kernel/engine.ts";
import { UnderWay } from "../../kernel/under-way.ts";
import {
  type MachineSettings,
  connectedHost,
  ourMachines,
  runOnMachine,
  startMs,
  unlessGone,
} from "./machine-host.ts";
import {
  type MachineRecord,
  forgetMachine,
  leaseMachine,
  machineName,
  readMachineRecord,
  recordMachine,
  releaseMachine,
} from "./machine-record.ts";
import type { MachineRecovery } from "./machine-recovery.ts";
import { makeMachine } from "./make-machine.ts";
import { recoverMachines } from "./recover-machines.ts";
import { suspendFrozen } from "./suspend-frozen.ts";

/** Limits the attempts for a machine that is destroyed while it is being leased. */
const maximumAttempts = 3;
const busyPollMs = 250;

export interface ShellCommand {
  readonly command: string;
  /** Defaults to the deployment's setting. */
  readonly timeoutSeconds?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * One machine per workspace. The name of one that is created here derives from the workspace id, so that it is
 * found after a crash.
 */
export class AgentMachines {
  readonly #engine: Engine;
  readonly #settings: MachineSettings;
  readonly #underWay: UnderWay = new UnderWay();
  /** Concurrent callers share one host request. */
  readonly #ensuring: Map<string, Promise<Machine>> = new Map();

  constructor(engine: Engine, settings: MachineSettings) {
    this.#engine = engine;
    this.#settings = settings;
  }

  /**
   * Returns the workspace's machine, which may be suspended.
   *
   * @throws TreasuryError `machines_not_connected`, `machine_limit_reached`, `machine_host_error`.
   */
  ensure(workspaceId: string): Promise<Machine> {
    const already = this.#ensuring.get(workspaceId);
    if (already !== undefined) return already;
    const ensuring = this.#underWay
      .follow(this.#find(workspaceId))
      .finally(() => this.#ensuring.delete(workspaceId));
    this.#ensuring.set(workspaceId, ensuring);
    return ensuring;
  }

  /** @throws TreasuryError `machine_host_error`, `machine_limit_reached`, `machines_not_connected`. */
  run(workspaceId: string, command: ShellCommand): Promise<ExecOutcome> {
    return this.#underWay.follow(this.#run(workspaceId, command));
  }

  recover(): Promise<MachineRecovery> {
    return this.#underWay.follow(
      recoverMachines(this.#engine, this.#settings, this.#underWay.signal),
    );
  }

  suspendFrozen(): Promise<void> {
    return this.#underWay.follow(suspendFrozen(this.#engine, this.#settings));
  }

  /** Resolves when all operations in flight have ended. */
  close(): Promise<void> {
    return this.#underWay.close();
  }

  async #find(workspaceId: string): Promise<Machine> {
    const host = connectedHost(this.#settings);
    const name = machineName(workspaceId);
    for (let attempt = 1; ; attempt += 1) {
      const record = await this.#engine.committer.run(machinesWorkspaceId, readMachineRecord(name));
      if (record !== null) {
        const machine = await unlessGone(() => host.get(record.machineId));
        if (machine?.tags?.workspaceId === workspaceId) return machine;
        await this.#engine.committer.run(
          machinesWorkspaceId,
          forgetMachine(name, record.machineId),
        );
      }
      const tagged = await taggedMachine(host, workspaceId, name);
      const machine = tagged ?? (await this.#make(host, workspaceId, name));
      const agreed = await this.#record(machine, workspaceId, name);
      if (agreed.machineId === machine.id) return machine;
      // Another process recorded one first, or the host allowed two machines with one name.
      if (tagged === undefined) await unlessGone(() => host.destroy(machine.id));
      if (attempt === maximumAttempts) {
        throw new TreasuryError(
          "machine_host_error",
          "The machine of this workspace was replaced repeatedly.",
        );
      }
    }
  }

  async #make(host: MachineHost, workspaceId: string, name: string): Promise<Machine> {
    const tags = { workspaceId, agentId: null, goal: null, label: null };
    const machine = await makeMachine(this.#engine, this.#settings, host, name, tags);
    if (machine.tags?.workspaceId === workspaceId) return machine;
    throw new TreasuryError("machine_host_error", `The name ${name} belongs to another workspace.`);
  }

  #record(machine: Machine, workspaceId: string, name: string): Promise<MachineRecord> {
    return this.#engine.committer.run(
      machinesWorkspaceId,
      recordMachine({ name, workspaceId, machineId: machine.id }, this.#settings.idleSuspendMs),
    );
  }

  async #run(workspaceId: string, asked: ShellCommand): Promise<ExecOutcome> {
    const host = connectedHost(this.#settings);
    const { idleSuspendMs: idleMs, execTimeoutSeconds } = this.#settings;
    const { command, signal, timeoutSeconds = execTimeoutSeconds } = asked;
    const lifetimeMs = startMs + Math.ceil(timeoutSeconds * 1_000);
    const name = machineName(workspaceId);
    for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
      signal.throwIfAborted();
      const { id: machineId } = await this.ensure(workspaceId);
      const runLeased = async (): Promise<ExecOutcome | undefined> => {
        // Read after the lease, because another process may have suspended the machine.
        const machine = await unlessGone(() => host.get(machineId));
        return (
          machine && runOnMachine(this.#settings, machine, { command, timeoutSeconds }, signal)
        );
      };
      const use = { name, machineId, lifetimeMs, idleMs };
      const outcome = await whileLeased(this.#engine, use, runLeased, signal);
      if (outcome !== undefined) return outcome;
    }
    throw new TreasuryError(
      "machine_host_error",
      "The machine of this workspace was destroyed repeatedly.",
    );
  }
}

/** States in which a machine can be used. One that failed would never start. */
const usableStates = ["started", "suspended"];

/** Returns the oldest machine that a person provisioned for the workspace, running ones first. */
async function taggedMachine(
  host: MachineHost,
  workspaceId: string,
  name: string,
): Promise<Machine | undefined> {
  const listed = await ourMachines(host);
  const ofWorkspace = listed.filter(({ tags }) => tags?.workspaceId === workspaceId);
  // A process crashed after it created the machine.
  if (ofWorkspace.some((machine) => machine.name === name)) return undefined;
  return ofWorkspace
    .filter(({ state }) => usableStates.includes(state))
    .toSorted((left, right) => {
      const byState = usableStates.indexOf(left.state) - usableStates.indexOf(right.state);
      return byState || left.createdAt - right.createdAt;
    })
    .at(0);
}

export interface MachineUse {
  readonly name: string;
  readonly machineId: string;
  /** The maximum duration of the lease. */
  readonly lifetimeMs: number;
  readonly idleMs: number;
}

/**
 * Prevents the suspension of the machine while `work` runs. Returns undefined if the machine is not recorded
 * for the agent.
 */
export async function whileLeased<Answer>(
  engine: Engine,
  { name, machineId, lifetimeMs, idleMs }: MachineUse,
  work: () => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  const { committer, clock, identifiers, report } = engine;
  const holder = identifiers.random();
  const lease = leaseMachine(name, machineId, { holder, lifetimeMs });
  let leased = await committer.run(machinesWorkspaceId, lease);
  while (leased.kind === "busy") {
    await clock.sleep(busyPollMs, signal);
    leased = await committer.run(machinesWorkspaceId, lease);
  }
  if (leased.kind === "missing") return undefined;
  try {
    return await work();
  } finally {
    // If the release fails, the lease expires.
    const release = releaseMachine(name, holder, idleMs);
    await committer.run(machinesWorkspaceId, release).catch(report);
  }
}
