import {
  isTreasuryError,
  Micros,
  type CopiedPart,
  type Doc,
  type Entry,
  type Head,
  type Storage,
} from "@agent-treasury/provider";
import { accountFromRecord } from "../../kernel/ledger/account.ts";
import {
  entryFromBody,
  type EntryRecord,
  hashEntry,
  hashGenesis,
  isSaltedTextValid,
  saltOfText,
  textsOf,
} from "../../kernel/ledger/chain.ts";
import { type EpochRecord, epochFromDoc, epochKind } from "../../kernel/ledger/epoch.ts";
import { type ChainTotals, countEntry, openTotals, totalsFlaw } from "./chain-totals.ts";
import { type Flaw, type KeptHead, KeptHeads } from "./kept-heads.ts";

export interface ChainReport {
  readonly entriesChecked: number;
  /** Null if the problem is in no entry. */
  readonly firstInvalidSequence: bigint | null;
  /** Null if the chain is valid. */
  readonly problem: string | null;
  readonly headHash: string | null;
  readonly headSequence: bigint;
}

interface Place {
  readonly workspaceId: string;
  readonly epoch: number;
  readonly sequence: bigint;
  readonly lastHash: string;
  readonly totals: ChainTotals;
}

/**
 * Recomputes every hash, balance and total. Detects any edit, but a rewrite of the whole chain only
 * if heads were saved elsewhere.
 *
 * @example
 * const { problem, firstInvalidSequence } = await verifyChain(storage, "acme");
 */
export async function verifyChain(
  storage: Storage,
  workspaceId: string,
  keptHeads: readonly KeptHead[] = [],
): Promise<ChainReport> {
  const walk = new ChainWalk(workspaceId, keptHeads);
  for await (const part of storage.copy(workspaceId)) walk.see(part);
  return walk.report();
}

/** Expects parts in the order of a storage's `copy`. */
export class ChainWalk {
  readonly #workspaceId: string;
  readonly #kept: KeptHeads;
  readonly #epochs: Map<number, EpochRecord> = new Map();
  #head: Head | null = null;
  #place: Place | null = null;
  #flaw: Flaw | null = null;

  constructor(workspaceId: string, keptHeads: readonly KeptHead[] = []) {
    this.#workspaceId = workspaceId;
    this.#kept = new KeptHeads(keptHeads);
  }

  see(part: CopiedPart): void {
    if (this.#flaw !== null) return;
    if (part.kind === "head") this.#head = part.head;
    else if (part.kind === "doc") this.#seeDoc(part.doc);
    else this.#flaw = this.#seeEntry(part.entry);
  }

  /** Call once, after the last part. */
  report(): ChainReport {
    this.#flaw ??= this.#reachHead();
    return {
      entriesChecked: Number(this.#place?.sequence ?? 0n),
      firstInvalidSequence: this.#flaw?.sequence ?? null,
      problem: this.#flaw?.problem ?? null,
      headHash: this.#head?.lastHash ?? null,
      headSequence: this.#head?.sequence ?? 0n,
    };
  }

  #seeDoc(doc: Doc): void {
    if (doc.kind !== epochKind) return;
    try {
      this.#epochs.set(doc.epoch, epochFromDoc(doc));
    } catch {
      this.#flaw = { sequence: null, problem: "The record of an epoch cannot be read." };
    }
  }

  #seeEntry(entry: Entry): Flaw | null {
    const { sequence } = entry;
    const start = this.#begin();
    if ("problem" in start) return start;
    if (sequence > (this.#head?.sequence ?? 0n)) {
      return { sequence, problem: `Entry ${sequence} is beyond the head.` };
    }
    if (sequence > start.sequence + 1n) return missingAfter(start.sequence);
    const place = this.#enterEpochs(start, entry.epoch);
    if (typeof place === "string") return { sequence, problem: place };
    const problem = orElse(`Entry ${sequence} cannot be read.`, () => entryFlaw(place, entry));
    if (problem !== null) return { sequence, problem };
    const rewritten = this.#kept.leave(place.sequence);
    if (rewritten !== null) return rewritten;
    const totals = countEntry(place.totals, entry.amount, entryFromBody(entry.body));
    this.#place = { ...place, sequence, lastHash: entry.hash, totals };
    this.#kept.pass(sequence, entry.hash);
    return null;
  }

  #begin(): Place | Flaw {
    if (this.#place !== null) return this.#place;
    const first = this.#epochs.get(1);
    if (first === undefined || first.afterSequence !== 0n) {
      const problem = "The record of the first epoch is missing or was changed.";
      return { sequence: null, problem };
    }
    const workspaceId = this.#workspaceId;
    const lastHash = hashGenesis({ ...first, workspaceId });
    this.#kept.pass(0n, lastHash);
    const totals = openTotals(first.startingCapital, "");
    this.#place = { workspaceId, epoch: 1, sequence: 0n, lastHash, totals };
    return this.#place;
  }

  #enterEpochs(start: Place, target: number): Place | string {
    let place = start;
    while (place.epoch < target) {
      const next = this.#epochs.get(place.epoch + 1);
      if (next === undefined) return `The record of epoch ${place.epoch + 1} is missing.`;
      if (next.previousHash !== place.lastHash || next.afterSequence !== place.sequence) {
        return `Epoch ${next.epoch} does not follow the last entry before it.`;
      }
      const lastHash = hashGenesis({ ...next, workspaceId: place.workspaceId });
      this.#kept.pass(place.sequence, lastHash);
      const totals = openTotals(next.startingCapital, place.totals.day);
      place = { ...place, epoch: next.epoch, lastHash, totals };
    }
    return place.epoch === target
      ? place
      : `Epoch ${target} has ended, but a later record belongs to it.`;
  }

  #reachHead(): Flaw | null {
    const head = this.#head;
    if (head === null) return this.#kept.end(0n);
    const start = this.#begin();
    if ("problem" in start) return start;
    if (start.sequence !== head.sequence) return missingAfter(start.sequence);
    const place = this.#enterEpochs(start, head.epoch);
    const problem = typeof place === "string" ? place : headFlaw(place, head);
    return problem === null ? this.#kept.end(start.sequence) : { sequence: null, problem };
  }
}

function entryFlaw(walk: Place, entry: Entry): string | null {
  const { sequence } = entry;
  const record = entryFromBody(entry.body);
  if (sequence !== walk.sequence + 1n) return `Entry ${sequence} is out of order.`;
  if (entry.previousHash !== walk.lastHash) {
    return `Entry ${sequence} is not chained to the previous entry.`;
  }
  if (hashEntry({ ...entry, workspaceId: walk.workspaceId, record }) !== entry.hash) {
    return `The hash of entry ${sequence} does not match its content.`;
  }
  if (!areTextsIntact(record)) return `A text of entry ${sequence} was changed.`;
  if (entry.balance !== Micros.add(walk.totals.balance, entry.amount)) {
    return `The balance after entry ${sequence} does not equal the previous balance plus its amount.`;
  }
  if (record.day < walk.totals.day) {
    return `The day of entry ${sequence} is earlier than the previous entry's day.`;
  }
  return null;
}

function areTextsIntact(record: EntryRecord): boolean {
  return textsOf(record).every(([field, text]) =>
    isSaltedTextValid(saltOfText(record, field), text),
  );
}

function headFlaw(place: Place, head: Head): string | null {
  if (place.lastHash !== head.lastHash)
    return "The head's hash does not match the last entry's hash.";
  return orElse("The account in the head cannot be read.", () =>
    totalsFlaw(accountFromRecord(head.account), place.totals),
  );
}

function missingAfter(sequence: bigint): Flaw {
  return { sequence: sequence + 1n, problem: `Entry ${sequence + 1n} is missing.` };
}

/** An edited database may contain records of any shape. */
function orElse(unreadable: string, check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    // Its account is not damaged, but of a later format.
    return isTreasuryError(error) ? error.message : unreadable;
  }
}
