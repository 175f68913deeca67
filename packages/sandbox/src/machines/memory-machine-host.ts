import {
  type ExecOptions,
  type ExecOutcome,
  type Machine,
  type MachineHost,
  type MachineSpec,
  TreasuryError,
} from "@agent-treasury/provider";
import { cutOutput, checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { type MemoryMachine, memoryMachine } from "./memory-machine.ts";

export interface MemoryMachineHostOptions {
  /** Runs commands. Without it every command exits with 127. */
  readonly exec?: (machine: Machine, command: string) => ExecOutcome | Promise<ExecOutcome>;
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number;
  /** Whether the host reports network access; false by default. */
  readonly networked?: boolean;
  /** Whether the host reports its credentials as configured; true by default. */
  readonly configured?: boolean;
  /** The price of an hour in micro-dollars; 0.09 USD by default. */
  readonly priceMicrosPerHour?: bigint;
}

export interface MemoryMachineHost extends MachineHost {
  /** Adds a running machine of another owner, without tags. */
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

const optionNames: NamesOf<MemoryMachineHostOptions> = {
  exec: true,
  now: true,
  networked: true,
  configured: true,
  priceMicrosPerHour: true,
};

/**
 * An in-memory machine host for tests. Its machines run nothing: commands exit with 127 and a note,
 * unless the test passes `exec`.
 *
 * @example const machines = memoryMachineHost({
 * exec: () => ({ exitCode: 0, stdout: "hello
 * ", stderr: "", durationMs: 1 }),
 * });
 */
export function memoryMachineHost(options: MemoryMachineHostOptions = {}): MemoryMachineHost {
  checkOptions("memoryMachineHost", options, optionNames);
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
      throw new TreasuryError(
        "machines_not_connected",
        "The in-memory machine host is not configured.",
      );
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
