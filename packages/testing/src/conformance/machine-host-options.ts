import type { MachineHost } from "@agent-treasury/provider";

/** A command for a host that runs it, and what it must come to. */
export interface ConformanceCommand {
  readonly command: string;
  readonly exitCode: number;
  /** What the command must print to its standard output, the whole of it. */
  readonly stdout?: string;
}

/** The implementation under test, and what the suite may expect of it. */
export interface MachineHostConformanceOptions {
  /** The host. The suite destroys what it makes, and touches nothing else. */
  readonly create: () => MachineHost | Promise<MachineHost>;
  /** Puts a machine there that does not carry our tags, and answers its id. */
  readonly createForeignMachine?: (host: MachineHost) => Promise<string>;
  /** Lets time pass on the host's clock; the suite waits when it is not given. */
  readonly elapse?: (milliseconds: number) => Promise<void>;
  /** Commands with known results, for a host that runs them or was scripted to. */
  readonly commands?: readonly ConformanceCommand[];
  /** A command that prints more than 1,000 bytes, for a host that runs it or was scripted to. */
  readonly loudCommand?: string;
  /** A command that takes longer than a second, for a host that runs it or was scripted to. */
  readonly slowCommand?: string;
  /** An id that the host does not know. */
  readonly unknownMachineId?: string;
}
