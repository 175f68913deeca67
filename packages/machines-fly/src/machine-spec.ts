import { type MachineSpec, TreasuryError } from "@agent-treasury/provider";
import { type ConnectionOptions, appName } from "./connection.ts";
import { flyDefaults } from "./fly-defaults.ts";

/**
 * The resources of machines. Omitted settings are read from the environment, and then have the
 * defaults.
 */
export interface SpecOptions extends ConnectionOptions {
  readonly region?: string;
  readonly image?: string;
  readonly cpuKind?: string;
  readonly cpus?: number;
  readonly memoryMb?: number;
}

export function specOf(options: SpecOptions): MachineSpec {
  return {
    image: options.image ?? setting("HOST_IMAGE") ?? flyDefaults.image,
    cpuKind: options.cpuKind ?? setting("HOST_CPU_KIND") ?? flyDefaults.cpuKind,
    cpus: options.cpus ?? wholeNumber("HOST_CPUS") ?? flyDefaults.cpus,
    memoryMb: options.memoryMb ?? wholeNumber("HOST_MEMORY_MB") ?? flyDefaults.memoryMb,
    region: options.region ?? setting("HOST_REGION") ?? flyDefaults.region,
    app: appName(options),
  };
}

function wholeNumber(name: string): number | undefined {
  const text = setting(name);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new TreasuryError("machines_not_connected", `${name} must be a whole number above zero.`);
}

function setting(name: string): string | undefined {
  const value = globalThis.process?.env[name]?.trim();
  return value === "" ? undefined : value;
}
