import type { Machine, MachineHost } from "@agent-treasury/provider";
import type { Engine } from "../treasury/engine.ts";
import { bodyName } from "./body-record.ts";
import type { FleetSettings } from "./fleet-settings.ts";
import { whileHeld } from "./while-held.ts";

/**
 * Does for an operator what uses a machine. An agent's own machine is not suspended meanwhile, and is idle
 * from then on: one that somebody woke sleeps again.
 */
export async function useMachine<Answer extends object>(
  engine: Engine,
  { idleSuspendMs: idleMs }: FleetSettings,
  host: MachineHost,
  machine: Machine,
  lifetimeMs: number,
  work: (machine: Machine) => Promise<Answer>,
): Promise<Answer> {
  const { id: machineId } = machine;
  const name = bodyName(machine.tags?.workspaceId ?? "");
  if (machine.name !== name) return work(machine);
  const use = { name, machineId, lifetimeMs, idleMs };
  const answer = await whileHeld(engine, use, async () => work(await host.get(machineId)));
  return answer ?? work(machine);
}
