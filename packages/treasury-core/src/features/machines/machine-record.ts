import type { Doc } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { type Command, changed, type Outcome, unchanged } from "../../kernel/ledger/command.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { isLeaseOver, longestLeaseMs } from "../../kernel/ledger/lease-over.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";

/** One document per workspace whose agent has a machine. */
const kind = "agent_body";

export function machineName(workspaceId: string): string {
  return `body-${sha256Hex(workspaceId).slice(0, 24)}`;
}

export interface MachineRecord {
  readonly name: string;
  readonly workspaceId: string;
  readonly machineId: string;
  /** The users of the machine, or the process that suspends it. */
  readonly holders: readonly MachineLease[];
  /** No use may start while this is true. */
  readonly suspending: boolean;
  /** The time at which it is idle long enough, or its last lease expires. Null while it is suspended. */
  readonly dueAt: number | null;
}

export interface MachineLease {
  readonly id: string;
  readonly until: number;
}

export function machineFromDoc({ id, body, dueAt }: Doc): MachineRecord {
  return { ...fromStored<Omit<MachineRecord, "name" | "dueAt">>(body), name: id, dueAt };
}

export function machineToDoc(record: MachineRecord, { head }: LedgerState): Doc {
  // `body` includes fields that this version does not know.
  const { name, dueAt, ...body } = record;
  return {
    kind,
    id: name,
    epoch: head.epoch,
    ordinal: null,
    open: true,
    dueAt,
    expiresAt: null,
    body: { ...body, holders: body.holders.map((holder) => ({ ...holder })) },
  };
}

export interface LeaseResult {
  readonly kind: "leased" | "busy" | "missing";
}

export function readMachineRecord(name: string): Command<MachineRecord | null> {
  return {
    name: "read_agent_machine",
    reduce: (ledger) => unchanged(recordOf(ledger, name)),
  };
}

export function readMachineRecords(): Command<readonly MachineRecord[]> {
  return {
    name: "read_agent_machines",
    reduce: (ledger) => {
      const answer = ledger.openDocs(kind).map(machineFromDoc);
      return unchanged(answer);
    },
  };
}

/** Returns the machine that is already recorded, if any. */
export function recordMachine(
  machine: Pick<MachineRecord, "name" | "workspaceId" | "machineId">,
  idleMs: number,
): Command<MachineRecord> {
  return {
    name: "record_agent_machine",
    reduce: (ledger, now) => {
      const existing = recordOf(ledger, machine.name);
      if (existing !== null) return unchanged(existing);
      const record = { ...machine, holders: [], suspending: false, dueAt: now + idleMs };
      return recorded(ledger, record, record);
    },
  };
}

/** Does nothing if the workspace has another machine. */
export function forgetMachine(name: string, machineId: string): Command<boolean> {
  return {
    name: "forget_agent_machine",
    reduce: (ledger) => {
      const record = recordOf(ledger, name);
      if (record?.machineId !== machineId) return unchanged(false);
      const put = [{ ...machineToDoc(record, ledger), open: false, dueAt: null }];
      return changed(ledger, true, { put });
    },
  };
}

/** Leases a machine, unless it is being suspended. */
export function leaseMachine(
  name: string,
  machineId: string,
  lease: { readonly holder: string; readonly lifetimeMs: number },
): Command<LeaseResult> {
  return {
    name: "lease_agent_machine",
    reduce: (ledger, now) => {
      const record = recordOf(ledger, name);
      if (record?.machineId !== machineId) return unchanged({ kind: "missing" });
      if (record.suspending && !isLeaseOver(record.dueAt ?? 0, now, longestLeaseMs)) {
        return unchanged({ kind: "busy" });
      }
      // Another user's lease may end later.
      const until = now + lease.lifetimeMs;
      const holders = [...leasesAt(record, now), { id: lease.holder, until }];
      const dueAt = Math.max(...holders.map((each) => each.until));
      const leased = { ...record, holders, suspending: false, dueAt };
      return recorded(ledger, { kind: "leased" }, leased);
    },
  };
}

/** The machine is idle `idleMs` from now, unless another lease is longer. */
export function releaseMachine(name: string, holder: string, idleMs: number): Command<null> {
  return {
    name: "release_agent_machine",
    reduce: (ledger, now) => {
      const record = recordOf(ledger, name);
      if (record === null || !isLeasedBy(record, holder)) return unchanged(null);
      const holders = leasesAt(record, now).filter(({ id }) => id !== holder);
      const dueAt = Math.max(now + idleMs, ...holders.map(({ until }) => until));
      const idle = { ...record, holders, suspending: false, dueAt };
      return recorded(ledger, null, idle);
    },
  };
}

/** Leases a machine to suspend it. Returns null unless it is idle long enough. */
export function leaseIdleMachine(
  name: string,
  holder: string,
  lifetimeMs: number,
): Command<MachineRecord | null> {
  return {
    name: "lease_idle_agent_machine",
    reduce: (ledger, now) => {
      const record = recordOf(ledger, name);
      if (record === null || record.dueAt === null || record.dueAt > now) return unchanged(null);
      const dueAt = now + lifetimeMs;
      const holders = [{ id: holder, until: dueAt }];
      const taken = { ...record, holders, suspending: true, dueAt };
      return recorded(ledger, taken, taken);
    },
  };
}

/** Does nothing if another process has leased the machine. */
export function recordSuspended(name: string, holder: string): Command<null> {
  return {
    name: "agent_machine_suspended",
    reduce: (ledger) => {
      const record = recordOf(ledger, name);
      if (record === null || !isLeasedBy(record, holder)) return unchanged(null);
      const asleep = { ...record, holders: [], suspending: false, dueAt: null };
      return recorded(ledger, null, asleep);
    },
  };
}

function isLeasedBy({ holders }: MachineRecord, holder: string): boolean {
  return holders.some(({ id }) => id === holder);
}

function leasesAt({ holders }: MachineRecord, now: number): readonly MachineLease[] {
  return holders.filter(({ until }) => !isLeaseOver(until, now, longestLeaseMs));
}

function recordOf(ledger: LedgerState, name: string): MachineRecord | null {
  const doc = ledger.doc({ kind, id: name });
  return doc?.open === true ? machineFromDoc(doc) : null;
}

function recorded<Answer>(
  ledger: LedgerState,
  answer: Answer,
  record: MachineRecord,
): Outcome<Answer> {
  return changed(ledger, answer, { put: [machineToDoc(record, ledger)] });
}
