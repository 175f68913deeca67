import { add } from "../money/micros.ts";
import type { Doc, Entry, Head, Storage, View } from "../ports/storage.ts";
import { accountFromRecord } from "./account-record.ts";
import { type ChainTotals, countEntry, openTotals, totalsFlaw } from "./chain-totals.ts";
import { hashEntry, hashGenesis } from "./chain.ts";
import { type EntryRecord, entryFromBody, isSealIntact } from "./entry-record.ts";
import { type EpochRecord, epochFromDoc, epochKind } from "./epoch.ts";

const pageSize = 500;

/** What a walk along the chain found. */
export interface ChainReport {
  readonly entriesChecked: number;
  /** The first entry that does not hold, or is missing; null when the fault is in no entry. */
  readonly firstInvalidSequence: bigint | null;
  /** Null when everything holds. */
  readonly problem: string | null;
  readonly headHash: string | null;
  readonly headSequence: bigint;
}

interface Walk {
  readonly workspaceId: string;
  readonly epochs: ReadonlyMap<number, EpochRecord>;
  epoch: number;
  sequence: bigint;
  lastHash: string;
  totals: ChainTotals;
}

interface Flaw {
  readonly sequence: bigint | null;
  readonly problem: string;
}

/**
 * Walks from the first entry up to the head, recomputing every hash, every balance and every total.
 * It shows any edit; it cannot show that the whole chain was rewritten, unless its head was kept
 * elsewhere before.
 */
export async function verifyChain(storage: Storage, workspaceId: string): Promise<ChainReport> {
  const { head } = await storage.view(workspaceId, noDocs, noEntries);
  const report = {
    entriesChecked: 0,
    firstInvalidSequence: null,
    problem: null,
    headHash: head?.lastHash ?? null,
    headSequence: head?.sequence ?? 0n,
  };
  if (head === null) return report;
  const epochs = await readEpochs(storage, workspaceId);
  const first = epochs?.get(1);
  if (epochs === null) return { ...report, problem: "The record of an epoch cannot be read." };
  if (first === undefined || first.afterSequence !== 0n) {
    return { ...report, problem: "The record of the first epoch is missing, or was changed." };
  }
  const walk = beginWalk(workspaceId, epochs, first);
  const flaw = (await walkEntries(storage, walk, head)) ?? reachHead(walk, head);
  return {
    ...report,
    entriesChecked: Number(walk.sequence),
    firstInvalidSequence: flaw?.sequence ?? null,
    problem: flaw?.problem ?? null,
  };
}

const noDocs = { kind: epochKind, before: null, limit: 0 };
const noEntries = { order: "oldest", beyond: null, limit: 0 } as const;

/** Null when one of them cannot be read. */
async function readEpochs(
  storage: Storage,
  workspaceId: string,
): Promise<ReadonlyMap<number, EpochRecord> | null> {
  const epochs = new Map<number, EpochRecord>();
  let before: { epoch: number; ordinal: bigint } | null = null;
  for (;;) {
    const docPage = { kind: epochKind, before, limit: pageSize };
    const view: View = await storage.view(workspaceId, docPage, noEntries);
    for (const doc of view.docs) {
      const record = readEpoch(doc);
      if (record === null) return null;
      epochs.set(record.epoch, record);
      before = { epoch: doc.epoch, ordinal: doc.ordinal ?? 0n };
    }
    if (view.docs.length < pageSize) return epochs;
  }
}

function readEpoch(doc: Doc): EpochRecord | null {
  try {
    return epochFromDoc(doc);
  } catch {
    return null;
  }
}

function beginWalk(
  workspaceId: string,
  epochs: ReadonlyMap<number, EpochRecord>,
  first: EpochRecord,
): Walk {
  return {
    workspaceId,
    epochs,
    epoch: 1,
    sequence: 0n,
    lastHash: hashGenesis({ ...first, workspaceId }),
    totals: openTotals(first.startingCapital, ""),
  };
}

/** Walks up to the head that was read first: what was appended since is the next verification's. */
async function walkEntries(storage: Storage, walk: Walk, head: Head): Promise<Flaw | null> {
  let beyond: bigint | null = null;
  for (;;) {
    const page: View = await storage.view(walk.workspaceId, noDocs, {
      order: "oldest",
      beyond,
      limit: pageSize,
    });
    for (const entry of page.entries) {
      // One view is one moment, so no entry of it can be newer than its head.
      if (entry.sequence > (page.head?.sequence ?? 0n)) {
        return { sequence: entry.sequence, problem: `Entry ${entry.sequence} is beyond the head.` };
      }
      if (entry.sequence > head.sequence) return null;
      const flaw = advance(walk, entry);
      if (flaw !== null) return flaw;
      beyond = entry.sequence;
    }
    if (page.entries.length < pageSize) return null;
  }
}

/** Checks one entry and moves past it. */
function advance(walk: Walk, entry: Entry): Flaw | null {
  const { sequence } = entry;
  if (sequence > walk.sequence + 1n) return missingAfter(walk);
  const problem =
    enterEpochs(walk, entry.epoch) ??
    orElse(`Entry ${sequence} cannot be read.`, () => entryFlaw(walk, entry));
  if (problem !== null) return { sequence, problem };
  walk.sequence = sequence;
  walk.lastHash = entry.hash;
  walk.totals = countEntry(walk.totals, entry.amount, entryFromBody(entry.body));
  return null;
}

function entryFlaw(walk: Walk, entry: Entry): string | null {
  const { sequence } = entry;
  const record = entryFromBody(entry.body);
  if (sequence !== walk.sequence + 1n) return `Entry ${sequence} is out of its place.`;
  if (entry.previousHash !== walk.lastHash) {
    return `Entry ${sequence} is not chained to the one before it.`;
  }
  if (hashEntry({ ...entry, workspaceId: walk.workspaceId, record }) !== entry.hash) {
    return `Entry ${sequence} does not recompute to its hash.`;
  }
  if (!areTextsIntact(record)) return `A text of entry ${sequence} was changed.`;
  if (entry.balance !== add(walk.totals.balance, entry.amount)) {
    return `The balance after entry ${sequence} is not the balance before it and its amount.`;
  }
  if (record.day < walk.totals.day) {
    return `Entry ${sequence} counts on a day before the one of the entry before it.`;
  }
  return null;
}

function areTextsIntact({ salt, description, decision }: EntryRecord): boolean {
  const texts = [description, decision?.operator, decision?.vendor];
  return texts.every((text) => text == null || isSealIntact(salt, text));
}

/** Opens the epochs up to the named one; each must follow the one before it. */
function enterEpochs(walk: Walk, target: number): string | null {
  while (walk.epoch < target) {
    const next = walk.epochs.get(walk.epoch + 1);
    if (next === undefined) return `The record of epoch ${walk.epoch + 1} is missing.`;
    if (next.previousHash !== walk.lastHash || next.afterSequence !== walk.sequence) {
      return `Epoch ${next.epoch} does not follow the last entry before it.`;
    }
    walk.epoch = next.epoch;
    walk.lastHash = hashGenesis({ ...next, workspaceId: walk.workspaceId });
    walk.totals = openTotals(next.startingCapital, walk.totals.day);
  }
  return walk.epoch === target
    ? null
    : `Epoch ${target} is over, but something claims to be of it.`;
}

/** Compares the head with where the walk came to. */
function reachHead(walk: Walk, head: Head): Flaw | null {
  if (walk.sequence !== head.sequence) return missingAfter(walk);
  const problem =
    enterEpochs(walk, head.epoch) ??
    (walk.lastHash === head.lastHash ? null : "The head does not name the last entry's hash.") ??
    orElse("The account in the head cannot be read.", () =>
      totalsFlaw(accountFromRecord(head.account), walk.totals),
    );
  return problem === null ? null : { sequence: null, problem };
}

function missingAfter({ sequence }: Walk): Flaw {
  return { sequence: sequence + 1n, problem: `Entry ${sequence + 1n} is missing.` };
}

/** Whoever edits a database need not keep to the form of what is in it. */
function orElse(unreadable: string, check: () => string | null): string | null {
  try {
    return check();
  } catch {
    return unreadable;
  }
}
