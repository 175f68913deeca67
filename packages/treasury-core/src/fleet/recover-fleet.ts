import type { Machine, MachineHost } from "@agent-treasury/provider";
import type { Engine } from "../treasury/engine.ts";
import { bodySleeps, forgetBody, readBodies, recordBody, takeIdleBody } from "./body-commands.ts";
import { type BodyRecord, bodyName } from "./body-record.ts";
import type { FleetSettings } from "./fleet-settings.ts";
import { fleetWorkspaceId } from "./fleet-workspace.ts";
import { ourMachines } from "./our-machines.ts";
import { unlessGone } from "./unless-gone.ts";

const suspensionLeaseMs = 60_000;

/** A machine and its record that lost each other. */
export interface FleetOrphan {
  /**
   * `machine`: an agent's body that no record knew; it has a record again, and is suspended when idle.
   * `record`: a record whose machine is gone; it is forgotten, and the next command makes a new body.
   */
  readonly kind: "machine" | "record";
  readonly workspaceId: string;
  readonly machineId: string;
}

/** What a recovery of the fleet came to. */
export interface FleetRecovery {
  /** Bodies that were idle and sleep now. */
  readonly suspended: number;
  readonly orphans: readonly FleetOrphan[];
  /** How much could not be carried on; the deployment was told why. */
  readonly failed: number;
}

/** What there is where no machine host is connected. */
export const noFleetRecovery: FleetRecovery = { suspended: 0, orphans: [], failed: 0 };

/**
 * Finds what machines and records have lost each other, and suspends the bodies that are idle. Any
 * number of processes may do so at once.
 */
export async function recoverFleet(
  engine: Engine,
  settings: FleetSettings,
  signal: AbortSignal,
): Promise<FleetRecovery> {
  const { host } = settings;
  if (host === null || !host.configured() || signal.aborted) return noFleetRecovery;
  // Records first: a body that is recorded meanwhile is then no machine without one for long.
  const records = await engine.committer.run(fleetWorkspaceId, readBodies());
  const machines = await ourMachines(host);
  const orphans: FleetOrphan[] = [];
  let [suspended, failed] = [0, 0];
  const carryOn = async (work: () => Promise<void>): Promise<void> => {
    if (signal.aborted) return;
    await work().catch((error: unknown) => {
      // One that fails takes no other with it.
      failed += 1;
      engine.report(error);
    });
  };
  for (const machine of machines) {
    await carryOn(async () => {
      const orphan = await adopt(engine, settings, machine, records);
      if (orphan !== null) orphans.push(orphan);
    });
  }
  for (const record of records) {
    await carryOn(async () => {
      const orphan = await forgetMissing(engine, host, machines, record);
      if (orphan !== null) orphans.push(orphan);
      else if (await suspendIdle(engine, host, record)) suspended += 1;
    });
  }
  return { suspended, orphans, failed };
}

/** Gives a body without a record one, unless it is still being made. */
async function adopt(
  engine: Engine,
  settings: FleetSettings,
  { id: machineId, name, tags, createdAt }: Machine,
  records: readonly BodyRecord[],
): Promise<FleetOrphan | null> {
  const workspaceId = tags?.workspaceId ?? "";
  if (name !== bodyName(workspaceId) || records.some((record) => record.name === name)) return null;
  if (createdAt + settings.provisionTimeoutMs > engine.clock.now()) return null;
  const body = { name, workspaceId, machineId };
  const recorded = await engine.committer.run(
    fleetWorkspaceId,
    recordBody(body, settings.idleSuspendMs),
  );
  return recorded.machineId === machineId ? { kind: "machine", workspaceId, machineId } : null;
}

/** Forgets a record whose machine the host neither lists nor has. */
async function forgetMissing(
  engine: Engine,
  host: MachineHost,
  machines: readonly Machine[],
  { name, workspaceId, machineId }: BodyRecord,
): Promise<FleetOrphan | null> {
  if (machines.some(({ id }) => id === machineId)) return null;
  const machine = await unlessGone(() => host.get(machineId));
  if (machine !== undefined && machine.tags !== null) return null;
  const forgot = await engine.committer.run(fleetWorkspaceId, forgetBody(name, machineId));
  return forgot ? { kind: "record", workspaceId, machineId } : null;
}

/** Suspends a body whose time has come; true when this caller did. */
async function suspendIdle(
  engine: Engine,
  host: MachineHost,
  record: BodyRecord,
): Promise<boolean> {
  const { committer, identifiers } = engine;
  const holder = identifiers.random();
  const take = takeIdleBody(record.name, holder, suspensionLeaseMs);
  const taken = await committer.run(fleetWorkspaceId, take);
  if (taken === null) return false;
  // A suspension that fails is taken up again when its lease is over.
  const { state } = await host.get(taken.machineId);
  if (state === "started") await host.suspend(taken.machineId);
  await committer.run(fleetWorkspaceId, bodySleeps(taken.name, holder));
  return state === "started";
}
