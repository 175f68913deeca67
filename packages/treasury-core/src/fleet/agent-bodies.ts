import { TreasuryError, isTreasuryError } from "../errors.ts";
import type { ExecOutcome, Machine, MachineHost } from "../ports/machine-host.ts";
import type { AgentShell, ShellCommand } from "../treasury/agent-shell.ts";
import type { Engine } from "../treasury/engine.ts";
import { type RecoveryTimer, startRecoveryTimer } from "../treasury/external/recovery-timer.ts";
import {
  type BodyRecord,
  bodyName,
  forgetBody,
  holdBody,
  readBody,
  recordBody,
  releaseBody,
} from "./body-record.ts";
import { type FleetSettings, maximumOutputBytes } from "./fleet-settings.ts";
import { type FleetRecovery, recoverFleet } from "./recover-fleet.ts";
import { fleetWorkspaceId, releaseReservation, reserveMachine } from "./reserve-machine.ts";

/** For what a command on a machine needs beside its own time. */
const marginMs = 60_000;
const busyPollMs = 250;
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
  readonly #underWay: Set<Promise<unknown>> = new Set();
  /** Saves the host from being asked the same by many at once; that there is one machine rests on the store and on its name. */
  readonly #ensuring: Map<string, Promise<Machine>> = new Map();
  readonly #timer: RecoveryTimer | null;

  /** `recoveryMs` is how often idle bodies are looked for; null for only when asked. */
  constructor(engine: Engine, settings: FleetSettings, recoveryMs: number | null) {
    this.#engine = engine;
    this.#settings = settings;
    this.#timer =
      recoveryMs === null || settings.host === null
        ? null
        : startRecoveryTimer(recoveryMs, () => this.recover(), engine.report);
  }

  /**
   * The workspace's body, made if there is none, found again if there is. It may be asleep.
   *
   * @throws TreasuryError `machines_not_connected`, `machine_limit_reached`, `machine_host_error`.
   */
  ensure(workspaceId: string): Promise<Machine> {
    const already = this.#ensuring.get(workspaceId);
    if (already !== undefined) return already;
    const ensuring = this.#track(this.#find(workspaceId)).finally(() =>
      this.#ensuring.delete(workspaceId),
    );
    this.#ensuring.set(workspaceId, ensuring);
    return ensuring;
  }

  /** Runs a command on the workspace's body, which is made or resumed for it. */
  run(workspaceId: string, command: ShellCommand): Promise<ExecOutcome> {
    return this.#track(this.#run(workspaceId, command));
  }

  /** Whether a machine host is connected. */
  isConnected(): boolean {
    return this.#settings.host?.configured() === true;
  }

  /** Suspends what is idle, and finds what machines and records have lost each other. */
  recover(): Promise<FleetRecovery> {
    return this.#track(recoverFleet(this.#engine, this.#settings, this.#closing.signal));
  }

  /** Begins nothing more, and resolves when what is under way has ended. */
  async close(): Promise<void> {
    this.#timer?.stop();
    this.#closing.abort();
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
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
    const { committer, report } = this.#engine;
    const listed = (await host.list()).filter(({ tags }) => tags !== null);
    const reservation = { name, workspaceId, listed };
    await committer.run(fleetWorkspaceId, reserveMachine(reservation, this.#settings));
    const signal = AbortSignal.timeout(this.#settings.provisionTimeoutMs);
    const tags = { workspaceId, agentId: null, goal: null, label: null };
    try {
      const machine = await host.provision({ name, tags, signal });
      if (machine.tags?.workspaceId === workspaceId) return machine;
    } catch (cause) {
      // After a time-out the machine may still come; its place is kept until it would have.
      if (!signal.aborted) {
        await committer.run(fleetWorkspaceId, releaseReservation(name)).catch(report);
      }
      if (isTreasuryError(cause)) throw cause;
      const problem = "The machine host failed to provide the agent's machine.";
      throw new TreasuryError("machine_host_error", problem, { cause });
    }
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
    const { committer, identifiers, report } = this.#engine;
    const host = connectedHost(this.#settings);
    const name = bodyName(workspaceId);
    const holder = identifiers.random();
    const { command, signal, timeoutSeconds = this.#settings.execTimeoutSeconds } = asked;
    const timeoutMs = Math.ceil(timeoutSeconds * 1_000);
    const machine = await this.#hold(workspaceId, holder, timeoutMs + marginMs, signal);
    try {
      if (machine.state !== "started") await host.start(machine.id);
      return await host.exec(machine.id, {
        command,
        timeoutSeconds,
        maximumOutputBytes,
        // The host ends the command itself; the time only bounds a host that does not answer.
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs + marginMs / 2)]),
      });
    } finally {
      // What the command came to counts; a hold that could not be given back runs out by itself.
      const release = releaseBody(name, holder, this.#settings.idleSuspendMs);
      await committer.run(fleetWorkspaceId, release).catch(report);
    }
  }

  /** The body, which nobody suspends until it is given back. */
  async #hold(
    workspaceId: string,
    holder: string,
    lifetimeMs: number,
    signal: AbortSignal,
  ): Promise<Machine> {
    const { clock, committer } = this.#engine;
    const host = connectedHost(this.#settings);
    for (let attempt = 1; attempt <= maximumAttempts;) {
      signal.throwIfAborted();
      const { id } = await this.ensure(workspaceId);
      const hold = holdBody(bodyName(workspaceId), id, { holder, lifetimeMs });
      const taken = await committer.run(fleetWorkspaceId, hold);
      // Its state is read once it is held: before that somebody may have suspended it.
      const machine = taken.kind === "held" ? await unlessGone(() => host.get(id)) : undefined;
      if (machine !== undefined) return machine;
      // Somebody suspends it just now, for a bounded time; or it went, and is looked for again.
      if (taken.kind === "busy") await clock.sleep(busyPollMs, signal);
      else attempt += 1;
    }
    throw new TreasuryError(
      "machine_host_error",
      "The machine of this workspace keeps going away.",
    );
  }

  #track<Answer>(work: Promise<Answer>): Promise<Answer> {
    const tracked = work.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }
}

function connectedHost({ host }: FleetSettings): MachineHost {
  if (host === null || !host.configured()) {
    throw new TreasuryError("machines_not_connected", "No machine host is connected.");
  }
  return host;
}

/** Undefined when the machine is gone. */
async function unlessGone<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isTreasuryError(error) && error.code === "machine_not_found") return undefined;
    throw error;
  }
}
