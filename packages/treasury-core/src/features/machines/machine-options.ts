import type { MachineHost } from "@agent-treasury/provider";
import type { NamesOf } from "@agent-treasury/provider/helpers";

export interface MachineOptions {
  /** For example `dockerMachines()` or `flyMachines()`. */
  readonly host: MachineHost;
  readonly limits?: MachineLimits;
  /** Charges the cost of each machine to a tab of its workspace. Not charged by default. */
  readonly tab?: MachineTabOptions;
}

/** The first use of a machine opens a tab. Later ones are opened by renewing it. */
export interface MachineTabOptions {
  /** Maximum of a tab. */
  readonly amountUsd: number;
  /** Minutes from the first use until the tab ends, at most 44,640 (31 days). */
  readonly minutes: number;
  /** The most that an hour of a machine costs. A start and a command reserve by it. */
  readonly hourUsd: number;
}

export interface MachineLimits {
  /** Machines per workspace at a time; 3 by default. */
  readonly perWorkspace?: number;
  /** Machines of all workspaces at a time; 10 by default. */
  readonly perDeployment?: number;
  /** The maximum start time of a machine; 300 by default. */
  readonly provisionTimeoutSeconds?: number;
  /** Timeout of an `exec` request without its own; 60 by default. */
  readonly execTimeoutSeconds?: number;
  /** Idle time until an agent's machine is suspended; 300 by default. */
  readonly idleSuspendSeconds?: number;
}

export const machineNames: NamesOf<MachineOptions> = { host: true, limits: true, tab: true };

export const machineTabNames: NamesOf<MachineTabOptions> = {
  amountUsd: true,
  minutes: true,
  hourUsd: true,
};

export const machineLimitNames: NamesOf<MachineLimits> = {
  perWorkspace: true,
  perDeployment: true,
  provisionTimeoutSeconds: true,
  execTimeoutSeconds: true,
  idleSuspendSeconds: true,
};
