import { type Machine, TreasuryError } from "@agent-treasury/provider";
import { type MachinePrices, computeCost } from "@agent-treasury/provider/helpers";
import { pathOf } from "./api/address.ts";
import type { FlyMachine } from "./api/fly-types.ts";
import { tagsOf } from "./machine-tags.ts";

export function machineOf(machine: FlyMachine, ranMs: number, prices: MachinePrices): Machine {
  const { cpu_kind: cpuKind = "", cpus = 0, memory_mb: memoryMb = 0 } = machine.config?.guest ?? {};
  return {
    id: idOf(machine),
    name: machine.name ?? "",
    state: machine.state ?? "unknown",
    region: machine.region ?? "",
    image: machine.config?.image ?? "",
    cpuKind,
    cpus,
    memoryMb,
    tags: tagsOf(machine.config?.metadata),
    createdAt: createdAt(machine),
    uptimeMs: ranMs,
    computeCost: computeCost(prices, { cpuKind, cpus, memoryMb }, ranMs),
  };
}

export function idOf({ id = "" }: FlyMachine): string {
  try {
    return pathOf(id);
  } catch (cause) {
    throw new TreasuryError("machine_host_error", "Fly reported a machine without a usable id.", {
      cause,
    });
  }
}

/** Fly continues to list destroyed machines. */
export function isGone({ state }: FlyMachine): boolean {
  return state === "destroying" || state === "destroyed";
}

function createdAt({ created_at: text = "" }: FlyMachine): number {
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? 0 : moment;
}
