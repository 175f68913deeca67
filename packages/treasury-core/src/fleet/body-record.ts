import type { Books } from "../ledger/books.ts";
import { type Command, changesOn } from "../ledger/command.ts";
import { sha256Hex } from "../ledger/hash.ts";
import type { Doc } from "../ports/storage.ts";

/** Documents of this kind live in the fleet's workspace, one for each workspace that has a body. */
export const bodyKind = "agent_body";

/** The name of a workspace's body at the host. */
export function bodyName(workspaceId: string): string {
  return `body-${sha256Hex(workspaceId).slice(0, 24)}`;
}

/** A workspace's body as the store remembers it. */
export interface BodyRecord {
  /** The name at the host, which follows from the workspace. */
  readonly name: string;
  readonly workspaceId: string;
  /** The host's id of it. */
  readonly machineId: string;
  /** Who uses it, or suspends it; null for nobody. A holder that died loses it at `dueAt`. */
  readonly holder: string | null;
  /** Whether the holder is suspending it: then nobody may begin to use it. */
  readonly suspending: boolean;
  /** Milliseconds since 1970 at which it is idle for long enough, or its holder is lost; null when it sleeps. */
  readonly dueAt: number | null;
}

/** What came of an attempt to take a body. */
export type BodyHold = { readonly kind: "held" } | { readonly kind: "busy" | "missing" };

/** Reads a workspace's body; null when it has none. */
export function readBody(name: string): Command<BodyRecord | null> {
  return {
    name: "read_agent_body",
    reads: [],
    decide: (books) => ({ kind: "unchanged", answer: bodyOf(books, name) }),
  };
}

/** Reads every body there is. */
export function readBodies(): Command<readonly BodyRecord[]> {
  return {
    name: "read_agent_bodies",
    reads: [],
    decide: (books) => {
      const answer = [...books.openDocs(bodyKind)].map(recordFrom);
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
    decide: (books, now) => {
      const existing = bodyOf(books, body.name);
      if (existing !== null) return { kind: "unchanged", answer: existing };
      const record = { ...body, holder: null, suspending: false, dueAt: now + idleMs };
      return { kind: "changed", answer: record, changes: changed(books, record) };
    },
  };
}

/** Forgets a body whose machine is gone, unless the workspace has another by now. */
export function forgetBody(name: string, machineId: string): Command<boolean> {
  return {
    name: "forget_agent_body",
    reads: [],
    decide: (books) => {
      const record = bodyOf(books, name);
      if (record?.machineId !== machineId) return { kind: "unchanged", answer: false };
      const put = [{ ...docOf(books, record), open: false, dueAt: null }];
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
    decide: (books, now) => {
      const record = bodyOf(books, name);
      if (record?.machineId !== machineId) {
        return { kind: "unchanged", answer: { kind: "missing" } };
      }
      if (record.suspending && (record.dueAt ?? 0) > now) {
        return { kind: "unchanged", answer: { kind: "busy" } };
      }
      // Who uses it already goes on: the later end of the two counts.
      const dueAt = Math.max(record.dueAt ?? 0, now + hold.lifetimeMs);
      const held = { ...record, holder: hold.holder, suspending: false, dueAt };
      return { kind: "changed", answer: { kind: "held" }, changes: changed(books, held) };
    },
  };
}

/** Gives a body back: it is idle `idleMs` from now, unless somebody else took it since. */
export function releaseBody(name: string, holder: string, idleMs: number): Command<null> {
  return {
    name: "release_agent_body",
    reads: [],
    decide: (books, now) => {
      const record = bodyOf(books, name);
      if (record?.holder !== holder) return { kind: "unchanged", answer: null };
      const idle = { ...record, holder: null, suspending: false, dueAt: now + idleMs };
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
    decide: (books, now) => {
      const record = bodyOf(books, name);
      if (record === null || record.dueAt === null || record.dueAt > now) {
        return { kind: "unchanged", answer: null };
      }
      const taken = { ...record, holder, suspending: true, dueAt: now + lifetimeMs };
      return { kind: "changed", answer: taken, changes: changed(books, taken) };
    },
  };
}

/** Writes down that a body sleeps, unless somebody else took it since. */
export function bodySleeps(name: string, holder: string): Command<null> {
  return {
    name: "agent_body_sleeps",
    reads: [],
    decide: (books) => {
      const record = bodyOf(books, name);
      if (record?.holder !== holder) return { kind: "unchanged", answer: null };
      const asleep = { ...record, holder: null, suspending: false, dueAt: null };
      return { kind: "changed", answer: null, changes: changed(books, asleep) };
    },
  };
}

function bodyOf(books: Books, name: string): BodyRecord | null {
  const doc = books.doc({ kind: bodyKind, id: name });
  return doc?.open === true ? recordFrom(doc) : null;
}

/** A body as a document of the store has it. */
function recordFrom({ id, body, dueAt }: Doc): BodyRecord {
  const { workspaceId, machineId, holder, suspending } = body as unknown as BodyRecord;
  return { name: id, workspaceId, machineId, holder, suspending, dueAt };
}

function changed(books: Books, record: BodyRecord): ReturnType<typeof changesOn> {
  return changesOn(books, { put: [docOf(books, record)] });
}

function docOf({ tip }: Books, record: BodyRecord): Doc {
  const { name, workspaceId, machineId, holder, suspending, dueAt } = record;
  return {
    kind: bodyKind,
    id: name,
    epoch: tip.epoch,
    ordinal: null,
    open: true,
    dueAt,
    expiresAt: null,
    body: { workspaceId, machineId, holder, suspending },
  };
}
