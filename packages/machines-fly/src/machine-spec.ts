import { type MachineSpec, TreasuryError } from "@agent-treasury/treasury-core";
import { type ConnectionOptions, appName } from "./connection.ts";

/** What machines are made of; what is left out comes from the environment, then from here. */
export interface SpecOptions extends ConnectionOptions {
  readonly region?: string;
  readonly image?: string;
  readonly cpuKind?: string;
  readonly cpus?: number;
  readonly memoryMb?: number;
}

/** The smallest performance machine is also the largest that Fly suspends: 2048 MB. */
export function specOf(options: SpecOptions): MachineSpec {
  return {
    image: options.image ?? setting("HOST_IMAGE") ?? "debian:13-slim",
    cpuKind: options.cpuKind ?? setting("HOST_CPU_KIND") ?? "performance",
    cpus: options.cpus ?? wholeNumber("HOST_CPUS") ?? 1,
    memoryMb: options.memoryMb ?? wholeNumber("HOST_MEMORY_MB") ?? 2_048,
    region: options.region ?? setting("HOST_REGION") ?? "iad",
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
