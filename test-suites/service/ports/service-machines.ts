import type { ExecOutcome, MachineHost, ProvisionOptions } from "@agent-treasury/provider";
import { type MemoryMachineHost, memoryMachineHost } from "@agent-treasury/sandbox";

/** The machine host of a treasury. */
export type MachinesKind = "none" | "keyless" | "pretended" | "real";

type HostMethod = "list" | "provision" | "get" | "suspend" | "start" | "exec" | "destroy";

export interface HostCall {
  readonly method: HostMethod;
  /** The machine's id, or the name of a new one. */
  readonly about: string | null;
  /** Of an exec. */
  readonly timeoutSeconds?: number;
}

type RunCommand = (command: string) => Omit<ExecOutcome, "durationMs">;

/** A machine host that a test controls. */
export interface ServiceMachines extends MachineHost {
  /** The calls, oldest first. */
  readonly calls: readonly HostCall[];
  /** Sets the results of commands. */
  answerCommands(run: RunCommand): void;
  /** Makes the next call of the method fail. */
  failNext(method: HostMethod, error: Error): void;
  /** Stops machines from starting; waits end by their abort. */
  neverStart(): void;
  /** Advances the machines' clock. */
  passHours(hours: number): void;
  /** Adds a machine of another owner. */
  plant(name: string): { readonly id: string };
}

/** Creates a host of that kind, based on the in-memory host. */
export function serviceMachines(kind: Exclude<MachinesKind, "none">): ServiceMachines {
  let passedMs = 0;
  let startsMachines = true;
  let run: RunCommand = doNothing;
  const calls: HostCall[] = [];
  const failures: { method: HostMethod; error: Error }[] = [];
  const inner: MemoryMachineHost = memoryMachineHost({
    configured: kind !== "keyless",
    now: () => Date.now() + passedMs,
    exec: (_machine, command) => ({ ...run(command), durationMs: 1 }),
  });
  const ask = <Value>(call: HostCall, make: () => Promise<Value>): Promise<Value> => {
    calls.push(call);
    const index = failures.findIndex(({ method }) => method === call.method);
    const [failure] = index < 0 ? [] : failures.splice(index, 1);
    return failure === undefined ? make() : Promise.reject(failure.error);
  };
  return {
    ...inner,
    real: kind === "real",
    calls,
    list: () => ask({ method: "list", about: null }, () => inner.list()),
    provision: (options) =>
      ask({ method: "provision", about: options.name }, () =>
        startsMachines ? inner.provision(options) : givenUp(options),
      ),
    get: (id) => ask({ method: "get", about: id }, () => inner.get(id)),
    suspend: (id) => ask({ method: "suspend", about: id }, () => inner.suspend(id)),
    start: (id) => ask({ method: "start", about: id }, () => inner.start(id)),
    exec: (id, options) =>
      ask({ method: "exec", about: id, timeoutSeconds: options.timeoutSeconds }, () =>
        inner.exec(id, options),
      ),
    destroy: (id) => ask({ method: "destroy", about: id }, () => inner.destroy(id)),
    answerCommands: (given) => {
      run = given;
    },
    failNext: (method, error) => {
      failures.push({ method, error });
    },
    neverStart: () => {
      startsMachines = false;
    },
    passHours: (hours) => {
      passedMs += hours * 3_600_000;
    },
  };
}

function doNothing(): ReturnType<RunCommand> {
  return { exitCode: 0, stdout: "", stderr: "" };
}

function givenUp({ signal }: ProvisionOptions): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}
