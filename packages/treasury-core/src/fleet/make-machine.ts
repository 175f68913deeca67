import {
  TreasuryError,
  isTreasuryError,
  type Machine,
  type MachineHost,
  type MachineTags,
} from "@agent-treasury/provider";
import type { Engine } from "../treasury/engine.ts";
import type { FleetSettings } from "./fleet-settings.ts";
import { fleetWorkspaceId } from "./fleet-workspace.ts";
import { ourMachines } from "./our-machines.ts";
import { releaseReservation, reserveMachine } from "./reserve-machine.ts";

/**
 * Has the host make a machine, or find the one of that name, and waits until it is started. A place in
 * the fleet is taken for it before.
 *
 * @throws TreasuryError `machine_limit_reached`, `machine_host_error`.
 */
export async function makeMachine(
  engine: Engine,
  settings: FleetSettings,
  host: MachineHost,
  name: string,
  tags: MachineTags,
): Promise<Machine> {
  const { workspaceId } = tags;
  const reservation = { name, workspaceId, listed: await ourMachines(host) };
  await engine.committer.run(fleetWorkspaceId, reserveMachine(reservation, settings));
  const signal = AbortSignal.timeout(settings.provisionTimeoutMs);
  try {
    return await host.provision({ name, tags, signal });
  } catch (cause) {
    // After a time-out the machine may still come; its place is kept until it would have.
    if (!signal.aborted) await giveBackPlace(engine, name);
    if (isTreasuryError(cause)) throw cause;
    const problem = signal.aborted
      ? `The machine ${name} was not started in time; it may still start.`
      : "The machine host failed to provision a machine.";
    throw new TreasuryError("machine_host_error", problem, { cause });
  }
}

/** What was done at the host counts; a place that could not be given back runs out by itself. */
export async function giveBackPlace({ committer, report }: Engine, name: string): Promise<void> {
  await committer.run(fleetWorkspaceId, releaseReservation(name)).catch(report);
}
