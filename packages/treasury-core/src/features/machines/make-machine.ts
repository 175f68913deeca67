import {
  TreasuryError,
  isTreasuryError,
  type Doc,
  type Machine,
  type MachineHost,
  type MachineTags,
} from "@agent-treasury/provider";
import { machinesWorkspaceId } from "../../kernel/deployment/deployment-workspace.ts";
import type { Engine } from "../../kernel/engine.ts";
import { type Command, type Outcome, changed, unchanged } from "../../kernel/ledger/command.ts";
import { isLeaseOver } from "../../kernel/ledger/lease-over.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { type MachineSettings, missingIsHostError, ourMachines } from "./machine-host.ts";

const reservationKind = "machine_reservation";

/**
 * Creates a machine at the host, or finds the one with that name.
 *
 * @throws TreasuryError `machine_limit_reached`, `machine_host_error`.
 */
export async function makeMachine(
  engine: Engine,
  settings: MachineSettings,
  host: MachineHost,
  name: string,
  tags: MachineTags,
): Promise<Machine> {
  const { workspaceId } = tags;
  const reservation = { name, workspaceId, listed: await ourMachines(host) };
  await engine.committer.run(machinesWorkspaceId, reserveMachine(reservation, settings));
  const signal = AbortSignal.timeout(settings.provisionTimeoutMs);
  try {
    return await missingIsHostError(name, () => host.provision({ name, tags, signal }));
  } catch (cause) {
    // The machine may still start, so its reservation remains until it expires.
    if (!signal.aborted) await releasePlace(engine, name);
    if (isTreasuryError(cause)) throw cause;
    const problem = signal.aborted
      ? `The machine ${name} did not start in time. It may still start.`
      : "The machine host failed to provision a machine.";
    throw new TreasuryError("machine_host_error", problem, { cause });
  }
}

/** If this fails, the reservation expires. */
export async function releasePlace({ committer, report }: Engine, name: string): Promise<void> {
  await committer.run(machinesWorkspaceId, releaseReservation(name)).catch(report);
}

export interface MachineReservation {
  readonly name: string;
  readonly workspaceId: string;
  /** The machines at the host before the reservation. */
  readonly listed: readonly Machine[];
}

/**
 * Without reservations, two concurrent callers could both find room. A reservation counts until the host lists
 * its machine.
 */
export function reserveMachine(
  reservation: MachineReservation,
  settings: MachineSettings,
): Command<null> {
  return {
    name: "reserve_machine",
    reduce: (ledger, now) => reserve(ledger, reservation, settings, now),
  };
}

function reserve(
  ledger: LedgerState,
  { name, workspaceId, listed }: MachineReservation,
  settings: MachineSettings,
  now: number,
): Outcome<null> {
  const names = new Set(listed.map((machine) => machine.name));
  // A repeated request for the same machine needs no second place.
  const others = listed.filter((machine) => machine.name !== name);
  const open = ledger.openDocs(reservationKind);
  const lifetimeMs = 2 * settings.provisionTimeoutMs;
  const isOver = (doc: Doc) => names.has(doc.id) || isLeaseOver(doc.dueAt ?? 0, now, lifetimeMs);
  const waiting = open.filter((doc) => doc.id !== name && !isOver(doc));
  const ofWorkspace =
    others.filter(({ tags }) => tags?.workspaceId === workspaceId).length +
    waiting.filter((doc) => doc.body === workspaceId).length;
  if (ofWorkspace >= settings.machinesPerWorkspace) {
    throw limitReached(`Workspace ${workspaceId} already has ${ofWorkspace} machines`);
  }
  const ofDeployment = others.length + waiting.length;
  if (ofDeployment >= settings.machinesPerDeployment) {
    throw limitReached(`This deployment already has ${ofDeployment} machines`);
  }
  const put = [
    ...open.filter((doc) => doc.id !== name && isOver(doc)).map(closed),
    reservationDoc(ledger, name, workspaceId, now + lifetimeMs),
  ];
  return changed(ledger, null, { put });
}

export function releaseReservation(name: string): Command<null> {
  return {
    name: "release_machine_reservation",
    reduce: (ledger) => {
      const doc = ledger.doc({ kind: reservationKind, id: name });
      if (doc === undefined || !doc.open) return unchanged(null);
      return changed(ledger, null, { put: [closed(doc)] });
    },
  };
}

function reservationDoc(
  ledger: LedgerState,
  name: string,
  workspaceId: string,
  dueAt: number,
): Doc {
  return {
    kind: reservationKind,
    id: name,
    epoch: ledger.head.epoch,
    ordinal: null,
    open: true,
    dueAt,
    expiresAt: dueAt,
    body: workspaceId,
  };
}

function closed(doc: Doc): Doc {
  return { ...doc, open: false, dueAt: null };
}

function limitReached(problem: string): TreasuryError {
  return new TreasuryError("machine_limit_reached", `${problem}.`);
}
