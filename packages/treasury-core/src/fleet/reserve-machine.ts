import { TreasuryError, type Machine, type Doc } from "@agent-treasury/provider";
import type { Books } from "../ledger/books.ts";
import { type Command, type Outcome, changesOn, refused } from "../ledger/command.ts";
import { isLeaseOver } from "../ledger/lease-over.ts";
import type { FleetSettings } from "./fleet-settings.ts";

const reservationKind = "machine_reservation";

/** A place in the fleet, taken before the host is asked for a machine. */
export interface MachineReservation {
  /** The name that the machine will have. */
  readonly name: string;
  readonly workspaceId: string;
  /** The fleet as the host listed it before. */
  readonly listed: readonly Machine[];
}

/**
 * Takes a place in the fleet. The list of the host alone would not do: of two callers who list and then
 * provision, both would find room. A reservation counts until a list has its machine.
 */
export function reserveMachine(
  reservation: MachineReservation,
  settings: FleetSettings,
): Command<null> {
  return {
    name: "reserve_machine",
    reads: [],
    reduce: (books, now) => reserve(books, reservation, settings, now),
  };
}

function reserve(
  books: Books,
  { name, workspaceId, listed }: MachineReservation,
  settings: FleetSettings,
  now: number,
): Outcome<null> {
  const names = new Set(listed.map((machine) => machine.name));
  // Who asks again for a machine that was made, or was about to be, takes no second place.
  const others = listed.filter((machine) => machine.name !== name);
  const open = [...books.openDocs(reservationKind)];
  const lifetimeMs = 2 * settings.provisionTimeoutMs;
  const isOver = (doc: Doc) => names.has(doc.id) || isLeaseOver(doc.dueAt ?? 0, now, lifetimeMs);
  const waiting = open.filter((doc) => doc.id !== name && !isOver(doc));
  const ofWorkspace =
    others.filter(({ tags }) => tags?.workspaceId === workspaceId).length +
    waiting.filter((doc) => doc.body === workspaceId).length;
  if (ofWorkspace >= settings.machinesPerWorkspace) {
    return refused(limitReached(`Workspace ${workspaceId} has ${ofWorkspace} machines already`));
  }
  const ofDeployment = others.length + waiting.length;
  if (ofDeployment >= settings.machinesPerDeployment) {
    return refused(limitReached(`This deployment has ${ofDeployment} machines already`));
  }
  const put = [
    ...open.filter((doc) => doc.id !== name && isOver(doc)).map(closed),
    reservationDoc(books, name, workspaceId, now + lifetimeMs),
  ];
  return { kind: "changed", answer: null, changes: changesOn(books, { put }) };
}

/** Gives a place back: its machine was not made, or is gone. */
export function releaseReservation(name: string): Command<null> {
  return {
    name: "release_machine_reservation",
    reads: [],
    reduce: (books) => {
      const doc = books.doc({ kind: reservationKind, id: name });
      if (doc === undefined || !doc.open) return { kind: "unchanged", answer: null };
      return { kind: "changed", answer: null, changes: changesOn(books, { put: [closed(doc)] }) };
    },
  };
}

function reservationDoc(books: Books, name: string, workspaceId: string, dueAt: number): Doc {
  return {
    kind: reservationKind,
    id: name,
    epoch: books.tip.epoch,
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
