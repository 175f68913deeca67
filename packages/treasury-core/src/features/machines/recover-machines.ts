import type { Machine, MachineHost } from "@agent-treasury/provider";
import { machinesWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import type { Engine } from "../../kernel/engine.ts";
import { type MachineSettings, ourMachines, unlessGone } from "./machine-host.ts";
import {
  type MachineRecord,
  forgetMachine,
  leaseIdleMachine,
  machineName,
  readMachineRecords,
  recordMachine,
  recordSuspended,
} from "./machine-record.ts";
import { type MachineOrphan, type MachineRecovery, noMachineRecovery } from "./machine-recovery.ts";
import { suspendFrozenOf } from "./suspend-frozen.ts";

const suspensionLeaseMs = 60_000;

/**
 * Suspends idle and frozen machines, and repairs machines without a record and records without a machine. Several
 * processes may do so concurrently.
 */
export async function recoverMachines(
  engine: Engine,
  settings: MachineSettings,
  signal: AbortSignal,
): Promise<MachineRecovery> {
  const { host } = settings;
  if (host === null || !host.configured() || signal.aborted) return noMachineRecovery;
  // Read before the machines. `adopt` ignores a machine that is recorded in between.
  const records = await engine.committer.run(machinesWorkspaceId, readMachineRecords());
  const machines = await ourMachines(host);
  const orphans: MachineOrphan[] = [];
  let [suspended, failed] = [0, 0];
  const carryOn = async (work: () => Promise<void>): Promise<void> => {
    if (signal.aborted) return;
    await work().catch((error: unknown) => {
      // The other machines are still processed.
      failed += 1;
      engine.report(error);
    });
  };
  for (const machine of machines) {
    await carryOn(async () => {
      await settings.tabs?.charge(async () => machine);
      const orphan = await adopt(engine, settings, machine, records);
      if (orphan !== null) orphans.push(orphan);
    });
  }
  await carryOn(() => suspendFrozenOf(engine, host, machines));
  for (const record of records) {
    await carryOn(async () => {
      const orphan = await forgetMissing(engine, host, machines, record);
      if (orphan !== null) orphans.push(orphan);
      else if (isOwn(record, machines) && (await suspendIdle(engine, host, record))) suspended += 1;
    });
  }
  return { suspended, orphans, failed };
}

/** Records a machine, unless it is still being created. */
async function adopt(
  engine: Engine,
  settings: MachineSettings,
  { id: machineId, name, tags, createdAt }: Machine,
  records: readonly MachineRecord[],
): Promise<MachineOrphan | null> {
  const workspaceId = tags?.workspaceId ?? "";
  if (name !== machineName(workspaceId) || records.some((record) => record.name === name))
    return null;
  if (createdAt + settings.provisionTimeoutMs > engine.clock.now()) return null;
  const record = recordMachine({ name, workspaceId, machineId }, settings.idleSuspendMs);
  const recorded = await engine.committer.run(machinesWorkspaceId, record);
  return recorded.machineId === machineId ? { kind: "machine", workspaceId, machineId } : null;
}

/** False for a machine that a person provisioned, and that an agent reuses. */
function isOwn({ name, machineId }: MachineRecord, machines: readonly Machine[]): boolean {
  return machines.every((machine) => machine.id !== machineId || machine.name === name);
}

async function forgetMissing(
  engine: Engine,
  host: MachineHost,
  machines: readonly Machine[],
  { name, workspaceId, machineId }: MachineRecord,
): Promise<MachineOrphan | null> {
  if (machines.some(({ id }) => id === machineId)) return null;
  const machine = await unlessGone(() => host.get(machineId));
  if (machine !== undefined && machine.tags !== null) return null;
  const forgot = await engine.committer.run(machinesWorkspaceId, forgetMachine(name, machineId));
  return forgot ? { kind: "record", workspaceId, machineId } : null;
}

/** Returns true if this process suspended the machine. */
async function suspendIdle(
  engine: Engine,
  host: MachineHost,
  record: MachineRecord,
): Promise<boolean> {
  const { committer, identifiers } = engine;
  const holder = identifiers.random();
  const lease = leaseIdleMachine(record.name, holder, suspensionLeaseMs);
  const taken = await committer.run(machinesWorkspaceId, lease);
  if (taken === null) return false;
  // A failed suspension is retried when the lease expires.
  const { state } = await host.get(taken.machineId);
  if (state === "started") await host.suspend(taken.machineId);
  await committer.run(machinesWorkspaceId, recordSuspended(taken.name, holder));
  return state === "started";
}
