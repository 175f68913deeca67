import type { AgentMachine } from "@agent-treasury/contract";
import { usdFromMicros } from "../money/usd.ts";
import type { Machine } from "../ports/machine-host.ts";
import { timestamp } from "../ports/timestamp.ts";

/** A machine as the wire has it. */
export function machineToWire(machine: Machine): AgentMachine {
  const { id, name, state, region, image, cpuKind, cpus, memoryMb, tags } = machine;
  return {
    id,
    name,
    state,
    region,
    image,
    cpuKind,
    cpus,
    memoryMb,
    role: "agent-body",
    agentId: tags?.agentId ?? null,
    workspaceId: tags?.workspaceId ?? null,
    goal: tags?.goal ?? null,
    label: tags?.label ?? null,
    createdAt: timestamp(machine.createdAt),
    uptimeMs: machine.uptimeMs,
    computeCostUsd: usdFromMicros(machine.computeCost),
  };
}
