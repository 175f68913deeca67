import type { Tab } from "@agent-treasury/contract";
import { type Doc, type Key, Micros, TreasuryError } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";

export const tabKind = "tab";

export type TabEnd = NonNullable<Tab["closedBecause"]>;

/**
 * An amount that a charge may cost, in micro-dollars. `endsAt` in milliseconds since 1970; null for a
 * payment, whose reservation ends by the outcome alone.
 */
export type Reservation = readonly [
  number: number,
  amount: string,
  endsAt: number | null,
  meter: string | null,
];

export type ItemKind = "charge" | "estimate" | "correction";

/** A charge, in micro-dollars. */
export type TabItem = readonly [
  number: number,
  amount: string,
  meter: string | null,
  at: number,
  kind: ItemKind,
];

/** The charges since the last posting. */
export interface Batch {
  /** Those that no document of charges contains yet. */
  readonly items: readonly TabItem[];
  /** The digest before them. */
  readonly from: string;
  /** Documents of charges before them. */
  readonly chunks: number;
  readonly amount: Micros;
  readonly count: number;
  /** Covers all charges in their order. */
  readonly digest: string;
  /** Time of the first one; null without one. */
  readonly since: number | null;
  readonly meters: readonly MeterTotal[];
}

export const emptyBatch: Batch = {
  items: [],
  from: "",
  chunks: 0,
  amount: Micros.zero,
  count: 0,
  digest: "",
  since: null,
  meters: [],
};

/** What a meter charged. */
export type MeterTotal = readonly [name: string, amount: string, count: number];

/** A settlement that a person has to confirm. */
export type Unconfirmed = readonly [
  number: number,
  reported: string,
  counted: string,
  meter: string | null,
];

/** The state of an approved tab beside its proposal. Times are milliseconds since 1970. */
export interface TabRecord {
  /** That of its proposal. */
  readonly id: string;
  readonly epoch: number;
  readonly agentId: string;
  /** 128 random bits, from which those of its entries are derived. Null after an erasure. */
  readonly salt: string | null;
  /** Null for an agent without an issued credential, and for a person. */
  readonly credentialId: string | null;
  readonly openedAt: number;
  readonly endsAt: number;
  readonly maximum: Micros;
  readonly charged: Micros;
  readonly reserved: Micros;
  /** Part of `charged`. */
  readonly estimated: Micros;
  readonly posted: Micros;
  /** What reversals of posted estimates returned. It gives no more room, as no reversal does. */
  readonly reversed: Micros;
  readonly count: number;
  /** Number of the next reservation. */
  readonly next: number;
  readonly open: readonly Reservation[];
  readonly batch: Batch;
  readonly postings: number;
  readonly meters: readonly MeterTotal[];
  readonly unconfirmed: readonly Unconfirmed[];
  /** Digest of the published rules that allowed it last; null for the default ones. */
  readonly allowedBy: string | null;
  /** Settlements of numbers that were never reserved. */
  readonly unknown: number;
  /** Settlements after a reset, which change no total. */
  readonly afterReset: readonly [count: number, amount: string];
  readonly closedAt: number | null;
  /** Given before `closedAt` while the close waits for payments. */
  readonly closedBecause: TabEnd | null;
}

/** Longest time until charges are in the ledger. */
const postingMs = 3_600_000;

export function tabKey(id: string): Key {
  return { kind: tabKind, id };
}

/** A list of charges that an entry sums up, in parts. Closed, and never changed. */
export function chargesKey(tabId: string, posting: number, chunk: number): Key {
  return { kind: "tab_charges", id: `${tabId}.${posting}.${chunk}` };
}

export function postingKey(tabId: string, posting: number): Key {
  return { kind: "tab_posting", id: `${tabId}.${posting}` };
}

/** The reference of an entry of a tab, or of a correction of one of its estimates. */
export function referenceOf(tabId: string, posting: number, number: number | null = null): string {
  return `${tabId}/${posting}${number === null ? "" : `/${number}`}`;
}

/** What `referenceOf` was given. Null for another reference. */
export function placeOfTab(reference: string): {
  readonly tabId: string;
  readonly posting: number;
  readonly number: number | null;
} | null {
  const [, tabId, posting, number] = /^([^/]+)\/(\d+)(?:\/(\d+))?$/.exec(reference) ?? [];
  if (tabId === undefined) return null;
  return { tabId, posting: Number(posting), number: number === undefined ? null : Number(number) };
}

/** A reservation that ended without a settlement. */
export function estimateKey(tabId: string, number: number): Key {
  return { kind: "tab_estimate", id: `${tabId}.${number}` };
}

type AmountField = "maximum" | "charged" | "reserved" | "estimated" | "posted" | "reversed";

type TabBody = Omit<TabRecord, "id" | "epoch" | "batch" | AmountField> & {
  readonly [Field in AmountField]: string;
} & { readonly batch: Omit<Batch, "amount"> & { readonly amount: string } };

export function tabToDoc(tab: TabRecord): Doc {
  const { id, epoch, batch, maximum, charged, reserved, estimated, posted, reversed, ...rest } =
    tab;
  const body: TabBody = {
    ...rest,
    maximum: Micros.toText(maximum),
    charged: Micros.toText(charged),
    reserved: Micros.toText(reserved),
    estimated: Micros.toText(estimated),
    posted: Micros.toText(posted),
    reversed: Micros.toText(reversed),
    batch: { ...batch, amount: Micros.toText(batch.amount) },
  };
  const open = tab.closedAt === null;
  return {
    ...tabKey(id),
    epoch,
    ordinal: null,
    open,
    dueAt: open ? dueAt(tab) : null,
    expiresAt: null,
    body,
  };
}

export function tabFromDoc({ id, epoch, body }: Doc): TabRecord {
  const stored = fromStored<TabBody>(body);
  return {
    ...stored,
    id,
    epoch,
    maximum: Micros.of(stored.maximum),
    charged: Micros.of(stored.charged),
    reserved: Micros.of(stored.reserved),
    estimated: Micros.of(stored.estimated),
    posted: Micros.of(stored.posted),
    reversed: Micros.of(stored.reversed),
    batch: { ...stored.batch, amount: Micros.of(stored.batch.amount) },
  };
}

/** When something happens without a request: a reservation or the tab ends, or charges are posted. */
function dueAt({ endsAt, open, batch }: TabRecord): number | null {
  const ends = open.flatMap(([, , end]) => end ?? []);
  // Reservations can end later than the tab, which then waits for them.
  const next = Math.min(open.length === 0 ? endsAt : Number.POSITIVE_INFINITY, ...ends);
  const due = Math.min(next, postingAt(batch));
  return due === Number.POSITIVE_INFINITY ? null : due;
}

/** When its charges are posted at the latest. */
export function postingAt({ since }: Batch): number {
  return since === null ? Number.POSITIVE_INFINITY : since + postingMs;
}

/** What reservations can still use. */
export function leftOf({ maximum, charged, reserved }: TabRecord): Micros {
  const left = Micros.subtract(Micros.subtract(maximum, charged), reserved);
  return Micros.max(left, Micros.zero);
}

export function isExhausted({ charged, maximum }: TabRecord): boolean {
  return charged >= maximum;
}

export function tabNotFound(workspaceId: string, tabId: string): TreasuryError {
  const message = `Tab ${JSON.stringify(tabId)} does not exist in workspace ${workspaceId}, or is not open yet.`;
  return new TreasuryError("tab_not_found", message);
}
