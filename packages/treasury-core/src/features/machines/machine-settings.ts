import type { Engine } from "../../kernel/engine.ts";
import { countOption, durationOption, wholeMs } from "../../kernel/number-options.ts";
import type { MachineLimits, TreasuryOptions } from "../../treasury-options.ts";
import type { MachineSettings } from "./machine-host.ts";
import { MachineTabs } from "./machine-tabs.ts";

/** The maximum of the contract. */
const longestExecSeconds = 600;

export function machineSettingsOf(engine: Engine, { machines }: TreasuryOptions): MachineSettings {
  const {
    perWorkspace = 3,
    perDeployment = 10,
    provisionTimeoutSeconds = 300,
  } = machines?.limits ?? {};
  const { execTimeoutSeconds = 60, idleSuspendSeconds = 300 } = machines?.limits ?? {};
  const idleSuspendMs = wholeMs(nameOf("idleSuspendSeconds"), idleSuspendSeconds);
  const { tab } = machines ?? {};
  return {
    host: machines?.host ?? null,
    machinesPerWorkspace: countOption(nameOf("perWorkspace"), perWorkspace, 0),
    machinesPerDeployment: countOption(nameOf("perDeployment"), perDeployment, 0),
    provisionTimeoutMs: wholeMs(nameOf("provisionTimeoutSeconds"), provisionTimeoutSeconds),
    execTimeoutSeconds: durationOption(
      nameOf("execTimeoutSeconds"),
      execTimeoutSeconds,
      longestExecSeconds,
    ),
    idleSuspendMs,
    tabs: tab === undefined ? null : new MachineTabs(engine, tab, idleSuspendMs),
  };
}

function nameOf(limit: keyof MachineLimits): string {
  return `machines.limits.${limit}`;
}
