import type { MachineHost } from "@agent-treasury/provider";

/** A command and its expected result. */
export interface ConformanceCommand {
  readonly command: string;
  readonly exitCode: number;
  /** The expected, complete standard output. */
  readonly stdout?: string;
}

/** The implementation under test, and its expected results. */
export interface MachineHostConformanceOptions {
  /** The host. The suite destroys the machines that it creates, and changes no others. */
  readonly create: () => MachineHost | Promise<MachineHost>;
  /** Creates a machine without our tags, and returns its id. */
  readonly createForeignMachine?: (host: MachineHost) => Promise<string>;
  /** Advances the host's clock. By default the suite waits. */
  readonly elapse?: (milliseconds: number) => Promise<void>;
  /** Commands with known results, for a host that runs or simulates them. */
  readonly commands?: readonly ConformanceCommand[];
  /** A command that prints more than 1,000 bytes, for a host that runs or simulates it. */
  readonly loudCommand?: string;
  /** A command that takes longer than a second, for a host that runs or simulates it. */
  readonly slowCommand?: string;
  /** An id of no machine. */
  readonly unknownMachineId?: string;
}
