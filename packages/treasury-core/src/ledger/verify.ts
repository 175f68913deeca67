import { type Micros, add, subtract, toMicros, zero } from "../money/micros.ts";
import type { Entry, Storage, View } from "../ports/storage.ts";
import { accountFromRecord } from "./account-record.ts";
import { type Account, balanceOf } from "./account.ts";
import { hashEntry, hashGenesis } from "./chain.ts";
import { type EntryRecord, entryFromBody, isSealIntact } from "./entry-record.ts";
import { type EpochRecord, epochFromDoc, epochKind } from "./epoch.ts";

const pageSize = 500;

/** What a walk along the chain found. */
export interface ChainReport {
  readonly entriesChecked: number;
  readonly firstInvalidSequence: bigint | null;
  /** Null when everything holds. */
  readonly problem: string | null;
  readonly headHash: string | null;
  readonly headSequence: bigint;
}

/** Totals recomputed from the entries of one epoch. */
interface Totals {
  readonly deposits: Micros;
  readonly revenue: Micros;
  readonly expense: Micros;
  readonly spentOn: ReadonlyMap<string, Micros>;
}

interface Walk {
  epoch: EpochRecord;
  sequence: bigint;
  lastHash: string;
  balance: Micros;
  totals: Totals;
}

const noTotals: Totals = { deposits: zero, revenue: zero, expense: zero, spentOn: new Map() };

/**
 * Walks from the first entry up to the head, recomputing every hash, every balance and every total.
 * It shows any edit; it cannot show that the whole chain was rewritten, unless its head was kept
 * elsewhere before.
 */
export async function verifyChain(storage: Storage, workspaceId: string): Promise<ChainReport> {
  const { head } = await storage.view(workspaceId, noDocs, noEntries);
  if (head === null) {
    return {
      entriesChecked: 0,
      firstInvalidSequence: null,
      problem: null,
      headHash: null,
      headSequence: 0n,
    };
  }
  const epochs = await readEpochs(storage, workspaceId);
  const report = { headHash: head.lastHash, headSequence: head.sequence };
  const first = epochs.get(1);
  if (first === undefined) {
    return {
      ...report,
      entriesChecked: 0,
      firstInvalidSequence: null,
      problem: "The record of the first epoch is missing.",
    };
  }
  const walk = beginEpoch(workspaceId, first, 0n);
  let entriesChecked = 0;
  let beyond: bigint | null = null;
  for (;;) {
    const page: View = await storage.view(workspaceId, noDocs, {
      order: "oldest",
      beyond,
      limit: pageSize,
    });
    const entries = page.entries.filter((entry) => entry.sequence <= head.sequence);
    for (const entry of entries) {
      const problem = advance(walk, entry, workspaceId, epochs);
      if (problem !== null) {
        return { ...report, entriesChecked, firstInvalidSequence: entry.sequence, problem };
      }
      entriesChecked += 1;
      beyond = entry.sequence;
    }
    if (entries.length < pageSize) break;
  }
  const problem = compareWithHead(walk, head, epochs, workspaceId);
  return { ...report, entriesChecked, firstInvalidSequence: null, problem };
}

const noDocs = { kind: epochKind, before: null, limit: 0 };
const noEntries = { order: "oldest", beyond: null, limit: 0 } as const;

async function readEpochs(
  storage: Storage,
  workspaceId: string,
): Promise<Map<number, EpochRecord>> {
  const epochs = new Map<number, EpochRecord>();
  let before: { epoch: number; ordinal: bigint } | null = null;
  for (;;) {
    const view: View = await storage.view(
      workspaceId,
      { kind: epochKind, before, limit: pageSize },
      noEntries,
    );
    for (const doc of view.docs) {
      const record = epochFromDoc(doc);
      epochs.set(record.epoch, record);
      before = { epoch: doc.epoch, ordinal: BigInt(doc.epoch) };
    }
    if (view.docs.length < pageSize) return epochs;
  }
}

function beginEpoch(workspaceId: string, epoch: EpochRecord, sequence: bigint): Walk {
  return {
    epoch,
    sequence,
    lastHash: hashGenesis({ ...epoch, workspaceId }),
    balance: epoch.startingCapital,
    totals: noTotals,
  };
}

/** Checks one entry and moves past it; says what does not hold. */
function advance(
  walk: Walk,
  entry: Entry,
  workspaceId: string,
  epochs: ReadonlyMap<number, EpochRecord>,
): string | null {
  const moved = enterEpochs(walk, entry.epoch, entry.sequence - 1n, workspaceId, epochs);
  if (moved !== null) return moved;
  const record = entryFromBody(entry.body);
  if (entry.sequence !== walk.sequence + 1n) {
    return `Entry ${walk.sequence + 1n} is missing.`;
  }
  if (entry.previousHash !== walk.lastHash) {
    return `Entry ${entry.sequence} is not chained to the one before it.`;
  }
  if (hashEntry({ ...entry, workspaceId, record }) !== entry.hash) {
    return `Entry ${entry.sequence} does not recompute to its hash.`;
  }
  if (!areTextsIntact(record)) return `A text of entry ${entry.sequence} was changed.`;
  if (entry.balance !== add(walk.balance, entry.amount)) {
    return `The balance after entry ${entry.sequence} is not the balance before it and its amount.`;
  }
  walk.sequence = entry.sequence;
  walk.lastHash = entry.hash;
  walk.balance = entry.balance;
  walk.totals = addEntry(walk.totals, entry, record);
  return null;
}

/** Opens the epochs up to the named one; each must follow the one before it. */
function enterEpochs(
  walk: Walk,
  target: number,
  afterSequence: bigint,
  workspaceId: string,
  epochs: ReadonlyMap<number, EpochRecord>,
): string | null {
  while (walk.epoch.epoch < target) {
    const next = epochs.get(walk.epoch.epoch + 1);
    if (next === undefined) return `The record of epoch ${walk.epoch.epoch + 1} is missing.`;
    if (next.previousHash !== walk.lastHash || next.afterSequence !== walk.sequence) {
      return `Epoch ${next.epoch} does not follow the last entry before it.`;
    }
    Object.assign(walk, beginEpoch(workspaceId, next, walk.sequence));
  }
  if (walk.epoch.epoch !== target || walk.sequence !== afterSequence) {
    return `Entry ${walk.sequence + 1n} is missing.`;
  }
  return null;
}

function areTextsIntact(record: EntryRecord): boolean {
  const { salt, description, decision } = record;
  const texts = [description, decision?.operator, decision?.vendor];
  return texts.every((text) => text == null || isSealIntact(salt, text));
}

function addEntry(totals: Totals, { amount }: Entry, record: EntryRecord): Totals {
  switch (record.type) {
    case "deposit":
      return { ...totals, deposits: add(totals.deposits, amount) };
    case "revenue":
      return { ...totals, revenue: add(totals.revenue, amount) };
    case "expense": {
      const expense = subtract(totals.expense, amount);
      if (record.reversalOf !== null) return { ...totals, expense };
      const spent = subtract(totals.spentOn.get(record.day) ?? zero, amount);
      return { ...totals, expense, spentOn: new Map([[record.day, spent]]) };
    }
  }
}

function compareWithHead(
  walk: Walk,
  head: NonNullable<View["head"]>,
  epochs: ReadonlyMap<number, EpochRecord>,
  workspaceId: string,
): string | null {
  const moved = enterEpochs(walk, head.epoch, head.sequence, workspaceId, epochs);
  if (moved !== null) return moved;
  if (walk.lastHash !== head.lastHash) return "The head does not name the last entry's hash.";
  return compareTotals(walk, accountFromRecord(head.account));
}

function compareTotals(walk: Walk, account: Account): string | null {
  const { totals, epoch, balance } = walk;
  const pairs: readonly [string, Micros, Micros][] = [
    ["starting capital", account.startingCapital, epoch.startingCapital],
    ["deposits", account.deposits, totals.deposits],
    ["revenue", account.revenue, totals.revenue],
    ["expense", account.expense, totals.expense],
    ["balance", balanceOf(account), balance],
    ["spending of the day", account.spentToday, totals.spentOn.get(account.day) ?? toMicros(0n)],
  ];
  const wrong = pairs.find(([, kept, recomputed]) => kept !== recomputed);
  return wrong === undefined
    ? null
    : `The ${wrong[0]} in the head is not what the entries add up to.`;
}
