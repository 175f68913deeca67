import { type JsonObject, Micros, TreasuryError } from "@agent-treasury/provider";
import { neededSlices, type SliceFields, slicesFromRecord, slicesToRecord } from "./head-slice.ts";
import type { PaymentIdentity } from "./payment-identity.ts";

/** Running totals and settings of one epoch. */
export interface Account {
  readonly startingCapital: Micros;
  /** Net of reversals, as are revenue and expense. */
  readonly deposits: Micros;
  readonly revenue: Micros;
  /** A positive amount. */
  readonly expense: Micros;
  readonly held: Micros;
  /** Day of `spentToday`; never moves back. */
  readonly day: string;
  readonly spentToday: Micros;
  readonly autoApprovedToday: Micros;
  readonly payment: PaymentIdentity | null;
  readonly overrides: LimitOverrides;
  /** Null while no events are recorded. */
  readonly events: RecordingState | null;
  /** The ordinal continues across epochs. */
  readonly newestProposal: bigint;
  /** Workspace time of the newest commit; 0 if unknown. */
  readonly writtenAt: number;
  /** What features and later versions store. */
  readonly slices: SliceFields;
}

export interface RecordingState {
  /** Ordinal of the newest event record; 0 without one. Continues across epochs. */
  readonly newest: number;
}

export function openAccount(startingCapital: Micros, day: string, newestProposal: bigint): Account {
  return {
    startingCapital,
    deposits: Micros.zero,
    revenue: Micros.zero,
    expense: Micros.zero,
    held: Micros.zero,
    day,
    spentToday: Micros.zero,
    autoApprovedToday: Micros.zero,
    payment: null,
    overrides: {},
    events: null,
    newestProposal,
    writtenAt: 0,
    slices: {},
  };
}

export function balanceOf(account: Account): Micros {
  return Micros.subtract(
    Micros.add(Micros.add(account.startingCapital, account.deposits), account.revenue),
    account.expense,
  );
}

/** Format 1 is also read. */
const format = 2;
/** A process that does not know it must not commit, because it may lack a slice that is needed. */
const formatWithNeeds = 3;

interface AccountRecord {
  readonly format: typeof format | typeof formatWithNeeds;
  /** Names of slices. Missing in format 2. */
  readonly needs?: readonly string[];
  /**
   * Named `startingCapital` in format 1. The rename makes version 0.1 fail to read the record.
   * Otherwise it would erase newer fields when it writes the account back.
   */
  readonly openingBalance: string;
  readonly deposits: string;
  readonly revenue: string;
  readonly expense: string;
  readonly held: string;
  readonly day: string;
  readonly spentToday: string;
  readonly autoApprovedToday: string;
  readonly payment: PaymentIdentity | null;
  readonly overrides: Readonly<Record<string, string>>;
  /** Missing while no events are recorded. */
  readonly events?: { readonly newest: number };
  readonly newestProposal: string;
  readonly writtenAt: number;
}

/** Format 1 has no `format`, and may lack `writtenAt`. */
type StoredRecord = Omit<AccountRecord, "format" | "openingBalance" | "writtenAt"> & {
  readonly format?: number;
  readonly openingBalance?: string;
  readonly startingCapital?: string;
  readonly writtenAt?: number;
  readonly [unknown: string]: unknown;
};

export function accountToRecord(account: Account): JsonObject {
  const needs = neededSlices(account.slices);
  return {
    ...slicesToRecord(account.slices),
    ...(needs.length === 0 ? { format } : { format: formatWithNeeds, needs }),
    openingBalance: Micros.toText(account.startingCapital),
    deposits: Micros.toText(account.deposits),
    revenue: Micros.toText(account.revenue),
    expense: Micros.toText(account.expense),
    held: Micros.toText(account.held),
    day: account.day,
    spentToday: Micros.toText(account.spentToday),
    autoApprovedToday: Micros.toText(account.autoApprovedToday),
    payment: account.payment && { ...account.payment },
    overrides: overridesToRecord(account.overrides),
    ...(account.events !== null && { events: { ...account.events } }),
    newestProposal: account.newestProposal.toString(),
    writtenAt: account.writtenAt,
  } satisfies AccountRecord;
}

/** @throws TreasuryError `storage_error` for a later format. */
export function accountFromRecord(json: unknown): Account {
  const {
    format: written,
    needs,
    openingBalance,
    startingCapital,
    deposits,
    revenue,
    expense,
    held,
    day,
    spentToday,
    autoApprovedToday,
    payment,
    overrides,
    events = null,
    newestProposal,
    writtenAt = 0,
    ...slices
  } = json as StoredRecord;
  const isOldest = written === undefined;
  const expected = needs === undefined ? format : formatWithNeeds;
  if (!isOldest && written !== expected) throw unknownFormat(written);
  return {
    startingCapital: Micros.of((isOldest ? startingCapital : openingBalance) as string),
    deposits: Micros.of(deposits),
    revenue: Micros.of(revenue),
    expense: Micros.of(expense),
    held: Micros.of(held),
    day,
    spentToday: Micros.of(spentToday),
    autoApprovedToday: Micros.of(autoApprovedToday),
    payment,
    overrides: overridesFromRecord(overrides),
    events,
    newestProposal: BigInt(newestProposal),
    writtenAt,
    slices: slicesFromRecord(slices as JsonObject, needs ?? []),
  };
}

function unknownFormat(written: unknown): TreasuryError {
  return new TreasuryError(
    "storage_error",
    `The workspace's account has format ${String(written)}, and this version reads formats 1 to ${formatWithNeeds}. Update every process to the version that wrote it.`,
  );
}

export interface SpendingLimits {
  readonly maxSpendPerAction: Micros;
  readonly autoApproveUnder: Micros;
  readonly dailySpendCap: Micros;
  readonly minReserve: Micros;
}

export type LimitOverrides = Partial<SpendingLimits>;

/** Limits in the order in which the hash covers them. */
export type LimitsRecord = readonly [
  maxSpendPerAction: string,
  autoApproveUnder: string,
  dailySpendCap: string,
  minReserve: string,
];

export const limitNames: readonly (keyof SpendingLimits)[] = [
  "maxSpendPerAction",
  "autoApproveUnder",
  "dailySpendCap",
  "minReserve",
];

export function limitsToRecord(limits: SpendingLimits): LimitsRecord {
  return [
    Micros.toText(limits.maxSpendPerAction),
    Micros.toText(limits.autoApproveUnder),
    Micros.toText(limits.dailySpendCap),
    Micros.toText(limits.minReserve),
  ];
}

export function overridesToRecord(overrides: LimitOverrides): Record<string, string> {
  const record: Record<string, string> = {};
  for (const name of limitNames) {
    const limit = overrides[name];
    if (limit !== undefined) record[name] = Micros.toText(limit);
  }
  return record;
}

/**
 * Drops unknown names, because a change of limits replaces all overrides. Later versions must store
 * new limits in a separate field of the account.
 */
export function overridesFromRecord(record: Readonly<Record<string, string>>): LimitOverrides {
  const overrides: { -readonly [Name in keyof SpendingLimits]?: Micros } = {};
  for (const name of limitNames) {
    const limit = record[name];
    if (limit !== undefined) overrides[name] = Micros.of(limit);
  }
  return overrides;
}
