import { type AgentMachine, readOutsideText } from "@agent-treasury/contract";
import { Micros, type Machine } from "@agent-treasury/provider";
import { timestamp } from "../ledger/timestamp.ts";

/** A machine as the wire has it. */
export function machineToWire(machine: Machine): AgentMachine {
  const { id, cpuKind, cpus, memoryMb, tags } = machine;
  return {
    id,
    name: shown(machine.name),
    state: shown(machine.state),
    region: shown(machine.region),
    image: shown(machine.image),
    cpuKind,
    cpus,
    memoryMb,
    role: "agent-body",
    agentId: tags?.agentId == null ? null : shown(tags.agentId),
    workspaceId: tags?.workspaceId == null ? null : shown(tags.workspaceId),
    goal: tags?.goal == null ? null : shown(tags.goal),
    label: tags?.label == null ? null : shown(tags.label),
    createdAt: timestamp(machine.createdAt),
    uptimeMs: machine.uptimeMs,
    computeCostUsd: Micros.toUsd(machine.computeCost),
  };
}

/** The host's text, of which another process may have written parts. */
function shown(text: string): string {
  return readOutsideText(text).text;
}
