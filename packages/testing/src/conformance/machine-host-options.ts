import type { MachineHost } from "@agent-treasury/provider";

export interface ConformanceCommand {
  readonly command: string;
  readonly exitCode: number;
  readonly stdout?: string;
}

/** The implementation under test. */
export interface MachineHostConformanceOptions {
  /** The suite changes only machines that it creates. */
  readonly create: () => MachineHost | Promise<MachineHost>;
  /** Creates a machine without our tags. */
  readonly createForeignMachine?: (host: MachineHost) => Promise<string>;
  /** Advances the host's clock. By default the suite waits. */
  readonly elapse?: (milliseconds: number) => Promise<void>;
  /** For a host that runs or simulates them. */
  readonly commands?: readonly ConformanceCommand[];
  /** Prints more than 1,000 bytes. */
  readonly loudCommand?: string;
  /** Takes longer than a second. */
  readonly slowCommand?: string;
  readonly unknownMachineId?: string;
}
