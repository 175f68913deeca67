import { tabLimits } from "@agent-treasury/contract";
import { type Doc, Micros } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import {
  type Batch,
  chargesKey,
  estimateKey,
  type ItemKind,
  type MeterTotal,
  type Reservation,
  type TabItem,
  type TabRecord,
} from "./tab-record.ts";

/** Charges in one document. */
const itemsInChunk = 20;

export const otherMeters = "other";

export interface TabStep {
  readonly tab: TabRecord;
  readonly put: readonly Doc[];
}

export interface NewItem {
  readonly number: number;
  /** Below zero for a correction of an estimate. */
  readonly amount: Micros;
  readonly meter: string | null;
  readonly kind: ItemKind;
}

/** Adds a charge. Its list is written in parts, so that no charge rewrites all others. */
export function withItem(tab: TabRecord, item: NewItem, now: number): TabStep {
  const { number, amount, meter, kind } = item;
  const stored: TabItem = [number, Micros.toText(amount), meter, now, kind];
  const { batch, put } = withStored(tab, stored, item, now);
  const next: TabRecord = {
    ...tab,
    charged: Micros.add(tab.charged, amount),
    count: kind === "correction" ? tab.count : tab.count + 1,
    batch,
    meters: withMeter(tab.meters, item),
  };
  return { tab: next, put };
}

function withStored(
  { id, epoch, postings, batch }: TabRecord,
  stored: TabItem,
  item: NewItem,
  now: number,
): { readonly batch: Batch; readonly put: readonly Doc[] } {
  const items = [...batch.items, stored];
  const next: Batch = {
    ...batch,
    items,
    amount: Micros.add(batch.amount, item.amount),
    count: batch.count + 1,
    digest: itemisationDigest(batch.digest, stored),
    since: batch.since ?? now,
    meters: withMeter(batch.meters, item),
  };
  if (items.length < itemsInChunk) return { batch: next, put: [] };
  const full = { ...next, items: [], chunks: batch.chunks + 1, from: next.digest };
  return { batch: full, put: [chunkToDoc({ id, epoch, postings }, next)] };
}

/** Charges of a posting, in their order. */
export interface Chunk {
  /** The digest before its first charge. */
  readonly from: string;
  readonly items: readonly TabItem[];
}

/** The charges of a batch that no document contains yet. */
export function chunkToDoc(
  { id, epoch, postings }: Pick<TabRecord, "id" | "epoch" | "postings">,
  { from, items, chunks }: Batch,
): Doc {
  return keptDoc(chargesKey(id, postings + 1, chunks), epoch, { from, items });
}

/** A chain over the charges of a posting. An empty text before the first. */
export function itemisationDigest(before: string, item: TabItem): string {
  return sha256Hex(JSON.stringify([before, ...item]));
}

function withMeter(
  meters: readonly MeterTotal[],
  { meter, amount, kind }: NewItem,
): readonly MeterTotal[] {
  if (meter === null) return meters;
  const isNamed = meters.some(([name]) => name === meter);
  // The last place is for all others.
  const hasPlace = isNamed || meters.length < tabLimits.meters - 1;
  const name = hasPlace ? meter : otherMeters;
  const added = kind === "correction" ? 0 : 1;
  const known = meters.find(([each]) => each === name);
  if (known === undefined) return [...meters, [name, Micros.toText(amount), added]];
  const total = Micros.toText(Micros.add(Micros.of(known[1]), amount));
  return meters.map((one) => (one === known ? [name, total, known[2] + added] : one));
}

/** @param endsAt null for a payment. */
export function withReservation(
  tab: TabRecord,
  amount: Micros,
  meter: string | null,
  endsAt: number | null,
): TabRecord {
  const { next, open, reserved } = tab;
  const reservation: Reservation = [next, Micros.toText(amount), endsAt, meter];
  return {
    ...tab,
    next: next + 1,
    reserved: Micros.add(reserved, amount),
    open: [...open, reservation],
  };
}

/** Removes an open reservation. */
export function withoutReservation(tab: TabRecord, reservation: Reservation): TabRecord {
  return {
    ...tab,
    reserved: Micros.subtract(tab.reserved, Micros.of(reservation[1])),
    open: tab.open.filter((one) => one !== reservation),
  };
}

/** A reservation that ended without a settlement, or that only its agent settled. */
export interface Estimate {
  readonly amount: string;
  readonly meter: string | null;
  /** Number of the posting that contains it. */
  readonly posting: number;
  /** The part that is in an earlier posting, because its agent stated more after that. */
  readonly earlier?: Pick<Estimate, "amount" | "posting">;
  /** Whether it was settled later. */
  readonly isSettled: boolean;
  /** True for the cost that its agent states. A meter or a person can still settle it. */
  readonly isByAgent?: boolean;
}

/** What a reservation cost, as a meter or a person knows it or its agent states it. */
export interface Correction {
  readonly amount: Micros;
  readonly meter: string | null;
  readonly isByAgent: boolean;
}

/** What an agent states for an estimate. What it adds is in the next posting. */
export function restated(tab: TabRecord, known: Estimate, actual: Micros): Estimate {
  const { amount, posting } = known;
  const next = { ...known, amount: Micros.toText(actual), isByAgent: true };
  const isAdded = actual > Micros.of(amount) && posting <= tab.postings;
  return isAdded ? { ...next, posting: tab.postings + 1, earlier: { amount, posting } } : next;
}

/** Where an amount of an estimate is, the newest part first, so that no posting returns more than it has. */
export function partsOf(
  { amount: whole, posting, earlier }: Estimate,
  amount: Micros,
): readonly { readonly posting: number; readonly amount: Micros }[] {
  if (earlier === undefined) return [{ posting, amount }];
  const newest = Micros.subtract(Micros.of(whole), Micros.of(earlier.amount));
  if (amount <= newest) return [{ posting, amount }];
  const rest = Micros.subtract(amount, newest);
  return [
    { posting, amount: newest },
    { posting: earlier.posting, amount: rest },
  ];
}

/** Counts a reservation at its maximum, because its cost is unknown. */
export function estimated(tab: TabRecord, reservation: Reservation, now: number): TabStep {
  const [number, text, , meter] = reservation;
  const amount = Micros.of(text);
  const step = withItem(
    withoutReservation(tab, reservation),
    { number, amount, meter, kind: "estimate" },
    now,
  );
  const estimate: Estimate = { amount: text, meter, posting: tab.postings + 1, isSettled: false };
  return {
    tab: { ...step.tab, estimated: Micros.add(tab.estimated, amount) },
    put: [...step.put, estimateToDoc(tab, number, estimate)],
  };
}

/** Adds what an agent states that a reservation cost. */
export function stated(tab: TabRecord, item: Omit<NewItem, "kind">, now: number): TabStep {
  const step = withItem(tab, { ...item, kind: "charge" }, now);
  const estimate: Estimate = {
    amount: Micros.toText(item.amount),
    meter: item.meter,
    posting: tab.postings + 1,
    isSettled: false,
    isByAgent: true,
  };
  return { tab: step.tab, put: [...step.put, estimateToDoc(tab, item.number, estimate)] };
}

export function estimateToDoc({ id, epoch }: TabRecord, number: number, estimate: Estimate): Doc {
  return keptDoc(estimateKey(id, number), epoch, { ...estimate });
}

export function estimateFrom({ body }: Doc): Estimate {
  return fromStored<Estimate>(body);
}
