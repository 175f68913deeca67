import {
  TreasuryError,
  type ExecOutcome,
  type Machine,
  type MachineHost,
} from "@agent-treasury/provider";
import type { Engine } from "../treasury/engine.ts";
import { UnderWay } from "../treasury/under-way.ts";
import {
  type FleetSettings,
  connectedHost,
  fleetWorkspaceId,
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
import { makeMachine } from "./make-machine.ts";
import { type FleetRecovery, recoverFleet } from "./recover-fleet.ts";

/** A machine that is destroyed while it is being leased is created again, a bounded number of times. */
const maximumAttempts = 3;
const busyPollMs = 250;

/** A command for an agent's own machine. */
export interface ShellCommand {
  readonly command: string;
  /** The deployment's own unless given. */
  readonly timeoutSeconds?: number | undefined;
  readonly signal: AbortSignal;
}

/**
 * The one machine of each workspace. Its name follows from the workspace, so that a host finds it again
 * after any crash; the id of the machine is in the storage.
 */
export class AgentMachines {
  readonly #engine: Engine;
  readonly #settings: FleetSettings;
  readonly #closing: AbortController = new AbortController();
  readonly #underWay: UnderWay = new UnderWay();
  /** Saves the host from the same request by many callers. The storage and the name ensure that there is one machine. */
  readonly #ensuring: Map<string, Promise<Machine>> = new Map();

  constructor(engine: Engine, settings: FleetSettings) {
    this.#engine = engine;
    this.#settings = settings;
  }

  /**
   * The workspace's machine, created if there is none. It may be suspended.
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

  /**
   * Runs a command on the workspace's machine, which is created or resumed for it.
   *
   * @throws TreasuryError `machine_host_error`, `machine_limit_reached`, `machines_not_connected`.
   */
  run(workspaceId: string, command: ShellCommand): Promise<ExecOutcome> {
    return this.#underWay.follow(this.#run(workspaceId, command));
  }

  /** Whether a machine host is connected. */
  isConnected(): boolean {
    return this.#settings.host?.configured() === true;
  }

  /** Suspends idle machines, and finds machines and records that lost each other. */
  recover(): Promise<FleetRecovery> {
    return this.#underWay.follow(recoverFleet(this.#engine, this.#settings, this.#closing.signal));
  }

  /** Starts nothing more, and resolves when everything in flight has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#underWay.ended();
  }

  async #find(workspaceId: string): Promise<Machine> {
    const host = connectedHost(this.#settings);
    const name = machineName(workspaceId);
    for (let attempt = 1; ; attempt += 1) {
      const record = await this.#engine.committer.run(fleetWorkspaceId, readMachineRecord(name));
      if (record !== null) {
        const machine = await unlessGone(() => host.get(record.machineId));
        if (machine?.tags?.workspaceId === workspaceId) return machine;
        await this.#engine.committer.run(fleetWorkspaceId, forgetMachine(name, record.machineId));
      }
      const made = await this.#make(host, workspaceId, name);
      const agreed = await this.#record(made, workspaceId, name);
      if (agreed.machineId === made.id) return made;
      // Another machine was recorded, at a host that let two have one name: destroy this one.
      await unlessGone(() => host.destroy(made.id));
      if (attempt === maximumAttempts) {
        throw new TreasuryError("machine_host_error", "The machines of this workspace change.");
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
      fleetWorkspaceId,
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
        // Its state is read after the lease, because another process may have suspended it before.
        const machine = await unlessGone(() => host.get(machineId));
        return machine && runOnMachine(host, machine, { command, timeoutSeconds }, signal);
      };
      const use = { name, machineId, lifetimeMs, idleMs };
      const outcome = await whileLeased(this.#engine, use, runLeased, signal);
      if (outcome !== undefined) return outcome;
    }
    throw new TreasuryError(
      "machine_host_error",
      "The machine of this workspace keeps going away.",
    );
  }
}

/** How an agent's machine is leased. */
export interface MachineUse {
  readonly name: string;
  readonly machineId: string;
  /** After this time the lease of a crashed process expires. */
  readonly lifetimeMs: number;
  /** The machine is idle this long after its release. */
  readonly idleMs: number;
}

/**
 * Does something while no process suspends an agent's machine; undefined if the machine is not, or no
 * longer, that agent's. Waits for a suspension that has begun, which is bounded in time.
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
  let leased = await committer.run(fleetWorkspaceId, lease);
  while (leased.kind === "busy") {
    await clock.sleep(busyPollMs, signal);
    leased = await committer.run(fleetWorkspaceId, lease);
  }
  if (leased.kind === "missing") return undefined;
  try {
    return await work();
  } finally {
    // What was done counts; a lease that could not be released expires.
    const release = releaseMachine(name, holder, idleMs);
    await committer.run(fleetWorkspaceId, release).catch(report);
  }
}
