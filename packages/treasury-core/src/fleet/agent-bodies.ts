import {
  TreasuryError,
  type ExecOutcome,
  type Machine,
  type MachineHost,
} from "@agent-treasury/provider";
import type { AgentShell, ShellCommand } from "../treasury/agent-shell.ts";
import type { Engine } from "../treasury/engine.ts";
import { UnderWay } from "../treasury/under-way.ts";
import { forgetBody, readBody, recordBody } from "./body-commands.ts";
import { type BodyRecord, bodyName } from "./body-record.ts";
import { connectedHost } from "./connected-host.ts";
import type { FleetSettings } from "./fleet-settings.ts";
import { fleetWorkspaceId } from "./fleet-workspace.ts";
import { makeMachine } from "./make-machine.ts";
import { type FleetRecovery, recoverFleet } from "./recover-fleet.ts";
import { runOnMachine, startMs } from "./run-on-machine.ts";
import { unlessGone } from "./unless-gone.ts";
import { whileHeld } from "./while-held.ts";

/** A machine that goes while it is being taken is made anew, and not for ever. */
const maximumAttempts = 3;

/**
 * Each workspace's one machine. Its name follows from the workspace, so that a host finds it again
 * whoever asks and however often a process died; which machine it is stands in the store.
 */
export class AgentBodies implements AgentShell {
  readonly #engine: Engine;
  readonly #settings: FleetSettings;
  readonly #closing: AbortController = new AbortController();
  readonly #underWay: UnderWay = new UnderWay();
  /** Saves the host from being asked the same by many at once; that there is one machine rests on the store and on its name. */
  readonly #ensuring: Map<string, Promise<Machine>> = new Map();

  constructor(engine: Engine, settings: FleetSettings) {
    this.#engine = engine;
    this.#settings = settings;
  }

  /**
   * The workspace's body, made if there is none, found again if there is. It may be asleep.
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

  /** Runs a command on the workspace's body, which is made or resumed for it. */
  run(workspaceId: string, command: ShellCommand): Promise<ExecOutcome> {
    return this.#underWay.follow(this.#run(workspaceId, command));
  }

  /** Whether a machine host is connected. */
  isConnected(): boolean {
    return this.#settings.host?.configured() === true;
  }

  /** Suspends what is idle, and finds what machines and records have lost each other. */
  recover(): Promise<FleetRecovery> {
    return this.#underWay.follow(recoverFleet(this.#engine, this.#settings, this.#closing.signal));
  }

  /** Begins nothing more, and resolves when what is under way has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#underWay.ended();
  }

  async #find(workspaceId: string): Promise<Machine> {
    const host = connectedHost(this.#settings);
    const name = bodyName(workspaceId);
    for (let attempt = 1; ; attempt += 1) {
      const record = await this.#engine.committer.run(fleetWorkspaceId, readBody(name));
      if (record !== null) {
        const machine = await unlessGone(() => host.get(record.machineId));
        if (machine?.tags?.workspaceId === workspaceId) return machine;
        await this.#engine.committer.run(fleetWorkspaceId, forgetBody(name, record.machineId));
      }
      const made = await this.#make(host, workspaceId, name);
      const agreed = await this.#record(made, workspaceId, name);
      if (agreed.machineId === made.id) return made;
      // Another machine is the body, at a host that let two have one name: this one goes again.
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

  #record(machine: Machine, workspaceId: string, name: string): Promise<BodyRecord> {
    const body = { name, workspaceId, machineId: machine.id };
    return this.#engine.committer.run(
      fleetWorkspaceId,
      recordBody(body, this.#settings.idleSuspendMs),
    );
  }

  async #run(workspaceId: string, asked: ShellCommand): Promise<ExecOutcome> {
    const host = connectedHost(this.#settings);
    const { idleSuspendMs: idleMs, execTimeoutSeconds } = this.#settings;
    const { command, signal, timeoutSeconds = execTimeoutSeconds } = asked;
    const lifetimeMs = startMs + Math.ceil(timeoutSeconds * 1_000);
    const name = bodyName(workspaceId);
    for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
      signal.throwIfAborted();
      const { id: machineId } = await this.ensure(workspaceId);
      const runHeld = async (): Promise<ExecOutcome | undefined> => {
        // Its state is read once it is held: before that somebody may have suspended it.
        const machine = await unlessGone(() => host.get(machineId));
        return machine && runOnMachine(host, machine, { command, timeoutSeconds }, signal);
      };
      const use = { name, machineId, lifetimeMs, idleMs };
      const outcome = await whileHeld(this.#engine, use, runHeld, signal);
      if (outcome !== undefined) return outcome;
    }
    throw new TreasuryError(
      "machine_host_error",
      "The machine of this workspace keeps going away.",
    );
  }
}
