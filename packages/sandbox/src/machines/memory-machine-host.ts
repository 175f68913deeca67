import {
  type ExecOptions,
  type ExecOutcome,
  type Machine,
  type MachineHost,
  type MachineSpec,
  TreasuryError,
} from "@agent-treasury/provider";
import { cutOutput } from "@agent-treasury/provider/helpers";
import { type MemoryMachine, memoryMachine } from "./memory-machine.ts";

/** How the in-memory machine host is set up. */
export interface MemoryMachineHostOptions {
  /** Answers commands in place of a shell. Without it every command exits with 127. */
  readonly exec?: (machine: Machine, command: string) => ExecOutcome | Promise<ExecOutcome>;
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number;
  /** What the host says about its machines' network; they have none by default. */
  readonly networked?: boolean;
  /** Whether it says that its credentials are there; they are by default. */
  readonly configured?: boolean;
  /** What an hour of running costs, in micro-dollars; 0.09 USD by default. */
  readonly priceMicrosPerHour?: bigint;
}

/** A machine host that makes no machines, and what a test can do to it. */
export interface MemoryMachineHost extends MachineHost {
  /** Puts a running machine there that somebody else made: it carries no tags. */
  plant(name: string): Machine;
}

const memorySpec: MachineSpec = {
  image: "in-memory-stand-in",
  cpuKind: "imaginary",
  cpus: 1,
  memoryMb: 2048,
  region: "memory",
  app: "in-memory-stand-in",
};

/**
 * A stand-in for a machine host, for tests alone. Its machines exist in memory and run nothing: a
 * command exits with 127 and says so, unless the test scripts `exec`.
 *
 * @example
 * const machines = memoryMachineHost({
 *   exec: () => ({ exitCode: 0, stdout: "hello\n", stderr: "", durationMs: 1 }),
 * });
 */
export function memoryMachineHost(options: MemoryMachineHostOptions = {}): MemoryMachineHost {
  const { exec = runNothing, now = Date.now, configured = true } = options;
  const machines = new Map<string, MemoryMachine>();
  let made = 0;

  const make = (name: string, tags: Machine["tags"]): MemoryMachine => {
    made += 1;
    const machine = memoryMachine({
      now,
      id: `memory-${made}`,
      name,
      tags,
      spec: memorySpec,
      pricePerHour: options.priceMicrosPerHour ?? 90_000n,
    });
    machines.set(`memory-${made}`, machine);
    return machine;
  };
  const find = (id: string): MemoryMachine => {
    connected();
    const machine = machines.get(id);
    if (machine === undefined) {
      throw new TreasuryError("machine_not_found", `There is no machine ${id}.`);
    }
    return machine;
  };
  const connected = (): void => {
    if (!configured) {
      throw new TreasuryError("machines_not_connected", "The in-memory machine host is off.");
    }
  };

  return {
    specificationVersion: "1",
    provider: "memory",
    real: false,
    networked: options.networked ?? false,
    configured: () => configured,
    defaultSpec: () => memorySpec,
    plant: (name) => make(name, null).read(),
    async list() {
      connected();
      return [...machines.values()]
        .map((machine) => machine.read())
        .filter(({ tags }) => tags !== null);
    },
    async provision({ name, tags, signal }) {
      connected();
      signal.throwIfAborted();
      const existing = [...machines.values()].find((machine) => machine.read().name === name);
      if (existing?.read().tags === null) throw hostError(`The name ${name} is taken.`);
      return (existing ?? make(name, tags)).start();
    },
    get: async (id) => find(id).read(),
    suspend: async (id) => find(id).suspend(),
    start: async (id) => find(id).start(),
    async exec(id, execOptions) {
      const machine = find(id).read();
      execOptions.signal.throwIfAborted();
      if (machine.state !== "started") throw hostError(`The machine ${id} is ${machine.state}.`);
      return bounded(await exec(machine, execOptions.command), execOptions);
    },
    async destroy(id) {
      find(id);
      machines.delete(id);
    },
  };
}

function runNothing(): ExecOutcome {
  return {
    exitCode: 127,
    stdout: "",
    stderr: "This in-memory machine is a stand-in for tests and runs nothing.\n",
    durationMs: 0,
  };
}

function bounded(outcome: ExecOutcome, { maximumOutputBytes }: ExecOptions): ExecOutcome {
  return {
    ...outcome,
    stdout: cutOutput(outcome.stdout, maximumOutputBytes),
    stderr: cutOutput(outcome.stderr, maximumOutputBytes),
  };
}

function hostError(message: string): TreasuryError {
  return new TreasuryError("machine_host_error", message);
}
