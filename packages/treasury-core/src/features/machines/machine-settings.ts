import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { checkGroup } from "../../kernel/check-group.ts";
import { countOption, durationOption, wholeMs } from "../../kernel/number-options.ts";
import type { TreasuryOptions } from "../../treasury-options.ts";
import type { MachineSettings } from "./machine-host.ts";
import {
  machineLimitNames,
  type MachineLimits,
  machineNames,
  machineTabNames,
} from "./machine-options.ts";
import type { PricedTabs } from "./machine-tabs.ts";

/** The maximum of the contract. */
const longestExecSeconds = 600;

export interface MachineTerms extends Omit<MachineSettings, "tabs"> {
  /** Null if machines are not charged. */
  readonly pricedTabs: PricedTabs | null;
}

/** @throws TreasuryError `invalid_request` for an invalid limit or price. */
export function machineTermsOf({ machines }: TreasuryOptions): MachineTerms {
  checkGroup("machines.limits", machines?.limits, machineLimitNames);
  checkGroup("machines.tab", machines?.tab, machineTabNames);
  checkGroup("machines", machines, machineNames, "host");
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
    pricedTabs:
      tab === undefined
        ? null
        : { ...tab, hourly: limitFromUsd(tab.hourUsd, "machines.tab.hourUsd") },
  };
}

function nameOf(limit: keyof MachineLimits): string {
  return `machines.limits.${limit}`;
}
