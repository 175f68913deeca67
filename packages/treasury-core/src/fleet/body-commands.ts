import type { Books } from "../ledger/books.ts";
import { type Changes, type Command, changesOn } from "../ledger/command.ts";
import { isLeaseOver, longestLeaseMs } from "../ledger/lease-over.ts";
import {
  type BodyHolder,
  type BodyRecord,
  bodyFromDoc,
  bodyKind,
  bodyToDoc,
} from "./body-record.ts";

/** What came of an attempt to take a body. */
export type BodyHold = { readonly kind: "held" } | { readonly kind: "busy" | "missing" };

/** Reads a workspace's body; null when it has none. */
export function readBody(name: string): Command<BodyRecord | null> {
  return {
    name: "read_agent_body",
    reads: [],
    reduce: (books) => ({ kind: "unchanged", answer: bodyOf(books, name) }),
  };
}

/** Reads every body there is. */
export function readBodies(): Command<readonly BodyRecord[]> {
  return {
    name: "read_agent_bodies",
    reads: [],
    reduce: (books) => {
      const answer = [...books.openDocs(bodyKind)].map(bodyFromDoc);
      return { kind: "unchanged", answer };
    },
  };
}

/**
 * Writes down which machine is a workspace's body, unless another is already: of several callers, all
 * are answered the same one. It counts as idle `idleMs` from now.
 */
export function recordBody(
  body: Pick<BodyRecord, "name" | "workspaceId" | "machineId">,
  idleMs: number,
): Command<BodyRecord> {
  return {
    name: "record_agent_body",
    reads: [],
    reduce: (books, now) => {
      const existing = bodyOf(books, body.name);
      if (existing !== null) return { kind: "unchanged", answer: existing };
      const record = { ...body, holders: [], suspending: false, dueAt: now + idleMs };
      return { kind: "changed", answer: record, changes: changed(books, record) };
    },
  };
}

/** Forgets a body whose machine is gone, unless the workspace has another by now. */
export function forgetBody(name: string, machineId: string): Command<boolean> {
  return {
    name: "forget_agent_body",
    reads: [],
    reduce: (books) => {
      const record = bodyOf(books, name);
      if (record?.machineId !== machineId) return { kind: "unchanged", answer: false };
      const put = [{ ...bodyToDoc(record, books), open: false, dueAt: null }];
      return { kind: "changed", answer: true, changes: changesOn(books, { put }) };
    },
  };
}

/** Takes a body to use it, until `lifetimeMs` from now unless given back; not while it is being suspended. */
export function holdBody(
  name: string,
  machineId: string,
  hold: { readonly holder: string; readonly lifetimeMs: number },
): Command<BodyHold> {
  return {
    name: "hold_agent_body",
    reads: [],
    reduce: (books, now) => {
      const record = bodyOf(books, name);
      if (record?.machineId !== machineId) {
        return { kind: "unchanged", answer: { kind: "missing" } };
      }
      if (record.suspending && !isLeaseOver(record.dueAt ?? 0, now, longestLeaseMs)) {
        return { kind: "unchanged", answer: { kind: "busy" } };
      }
      // Who uses it already goes on: the latest end counts.
      const until = now + hold.lifetimeMs;
      const holders = [...holdersAt(record, now), { id: hold.holder, until }];
      const dueAt = Math.max(...holders.map((each) => each.until));
      const held = { ...record, holders, suspending: false, dueAt };
      return { kind: "changed", answer: { kind: "held" }, changes: changed(books, held) };
    },
  };
}

/** Gives a body back: it is idle `idleMs` from now, unless somebody else uses it for longer. */
export function releaseBody(name: string, holder: string, idleMs: number): Command<null> {
  return {
    name: "release_agent_body",
    reads: [],
    reduce: (books, now) => {
      const record = bodyOf(books, name);
      if (record === null || !isHeldBy(record, holder)) return { kind: "unchanged", answer: null };
      const holders = holdersAt(record, now).filter(({ id }) => id !== holder);
      const dueAt = Math.max(now + idleMs, ...holders.map(({ until }) => until));
      const idle = { ...record, holders, suspending: false, dueAt };
      return { kind: "changed", answer: null, changes: changed(books, idle) };
    },
  };
}

/** Takes a body that has been idle for long enough, to suspend it; null when it is not, or is taken. */
export function takeIdleBody(
  name: string,
  holder: string,
  lifetimeMs: number,
): Command<BodyRecord | null> {
  return {
    name: "take_idle_agent_body",
    reads: [],
    reduce: (books, now) => {
      const record = bodyOf(books, name);
      if (record === null || record.dueAt === null || record.dueAt > now) {
        return { kind: "unchanged", answer: null };
      }
      const dueAt = now + lifetimeMs;
      const holders = [{ id: holder, until: dueAt }];
      const taken = { ...record, holders, suspending: true, dueAt };
      return { kind: "changed", answer: taken, changes: changed(books, taken) };
    },
  };
}

/** Writes down that a body sleeps, unless somebody else took it since. */
export function bodySleeps(name: string, holder: string): Command<null> {
  return {
    name: "agent_body_sleeps",
    reads: [],
    reduce: (books) => {
      const record = bodyOf(books, name);
      if (record === null || !isHeldBy(record, holder)) return { kind: "unchanged", answer: null };
      const asleep = { ...record, holders: [], suspending: false, dueAt: null };
      return { kind: "changed", answer: null, changes: changed(books, asleep) };
    },
  };
}

function isHeldBy({ holders }: BodyRecord, holder: string): boolean {
  return holders.some(({ id }) => id === holder);
}

function holdersAt({ holders }: BodyRecord, now: number): readonly BodyHolder[] {
  return holders.filter(({ until }) => !isLeaseOver(until, now, longestLeaseMs));
}

function bodyOf(books: Books, name: string): BodyRecord | null {
  const doc = books.doc({ kind: bodyKind, id: name });
  return doc?.open === true ? bodyFromDoc(doc) : null;
}

function changed(books: Books, record: BodyRecord): Changes {
  return changesOn(books, { put: [bodyToDoc(record, books)] });
}
