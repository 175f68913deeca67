import { type JsonObject, Micros, type PaymentMode, TreasuryError } from "@agent-treasury/provider";
import type { PaymentIdentity } from "./payment-identity.ts";

/** Running totals of one epoch of a workspace, and what the account remembers beside them. */
export interface Account {
  readonly startingCapital: Micros;
  /** Net of reversals, as are revenue and expense. */
  readonly deposits: Micros;
  readonly revenue: Micros;
  /** Positive: the total of executed spends. */
  readonly expense: Micros;
  /** Set aside for approved spends that are not settled. */
  readonly held: Micros;
  /** The day that `spentToday` belongs to, `YYYY-MM-DD`; never goes back. */
  readonly day: string;
  readonly spentToday: Micros;
  /** The part of `spentToday` that policy approved without a person. */
  readonly autoApprovedToday: Micros;
  /** Of the epoch's first credit; null until then. */
  readonly payment: PaymentIdentity | null;
  readonly overrides: LimitOverrides;
  /** Ordinal of the newest proposal; carries on across epochs. */
  readonly newestProposal: bigint;
  /** Milliseconds since 1970 by the workspace's time at the newest commit, which sets it; 0 where that is not known. */
  readonly writtenAt: number;
  /** Fields of the stored record that this version does not know. They are written back unchanged. */
  readonly unknownFields: JsonObject;
}

/** An account at the beginning of an epoch. Unknown fields of the epoch before are carried over. */
export function openAccount(
  startingCapital: Micros,
  day: string,
  newestProposal: bigint,
  unknownFields: JsonObject = {},
): Account {
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
    newestProposal,
    writtenAt: 0,
    unknownFields,
  };
}

/** Starting capital + deposits + revenue − expense. */
export function balanceOf(account: Account): Micros {
  return Micros.subtract(
    Micros.add(Micros.add(account.startingCapital, account.deposits), account.revenue),
    account.expense,
  );
}

/** The format of the account records that this version writes. It also reads format 1. */
const format = 2;

/** An account as a storage holds it: amounts are decimal strings of micro-dollars. */
interface AccountRecord {
  readonly format: typeof format;
  /**
   * Called `startingCapital` in format 1. Version 0.1 writes an account back from a closed list of
   * fields, which would erase what later versions add. Without the old name it cannot read the record.
   */
  readonly openingBalance: string;
  readonly deposits: string;
  readonly revenue: string;
  readonly expense: string;
  readonly held: string;
  readonly day: string;
  readonly spentToday: string;
  readonly autoApprovedToday: string;
  readonly payment: { readonly provider: string; readonly mode: PaymentMode } | null;
  readonly overrides: Readonly<Record<string, string>>;
  readonly newestProposal: string;
  readonly writtenAt: number;
}

/** A record of either format. Format 1 has no `format`, and did not always have `writtenAt`. */
type StoredRecord = Omit<AccountRecord, "format" | "openingBalance" | "writtenAt"> & {
  readonly format?: number;
  readonly openingBalance?: string;
  readonly startingCapital?: string;
  readonly writtenAt?: number;
  readonly [unknown: string]: unknown;
};

/** Writes an account for a storage. */
export function accountToRecord(account: Account): JsonObject {
  return {
    ...account.unknownFields,
    format,
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
    newestProposal: account.newestProposal.toString(),
    writtenAt: account.writtenAt,
  } satisfies AccountRecord;
}

/**
 * Reads what `accountToRecord` wrote, or version 0.1.
 *
 * @throws TreasuryError `storage_error` for a format of a later version.
 */
export function accountFromRecord(json: unknown): Account {
  const {
    format: written,
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
    newestProposal,
    writtenAt = 0,
    ...unknownFields
  } = json as StoredRecord;
  if (written !== undefined && written !== format) throw unknownFormat(written);
  return {
    startingCapital: Micros.of((written === format ? openingBalance : startingCapital) as string),
    deposits: Micros.of(deposits),
    revenue: Micros.of(revenue),
    expense: Micros.of(expense),
    held: Micros.of(held),
    day,
    spentToday: Micros.of(spentToday),
    autoApprovedToday: Micros.of(autoApprovedToday),
    payment,
    overrides: overridesFromRecord(overrides),
    newestProposal: BigInt(newestProposal),
    writtenAt,
    unknownFields: unknownFields as JsonObject,
  };
}

function unknownFormat(written: unknown): TreasuryError {
  return new TreasuryError(
    "storage_error",
    `The workspace's account has format ${String(written)}, and this version reads formats 1 and ${format}. Update every process to the version that wrote it.`,
  );
}

/** What bounds a workspace's spending. */
export interface SpendingLimits {
  readonly maxSpendPerAction: Micros;
  readonly autoApproveUnder: Micros;
  readonly dailySpendCap: Micros;
  readonly minReserve: Micros;
}

/** The limits that differ from the deployment's. */
export type LimitOverrides = Partial<SpendingLimits>;

/** Limits as a stored record keeps them, in the order in which a hash covers them. */
export type LimitsRecord = readonly [
  maxSpendPerAction: string,
  autoApproveUnder: string,
  dailySpendCap: string,
  minReserve: string,
];

/** The names of the limits. */
export const limitNames: readonly (keyof SpendingLimits)[] = [
  "maxSpendPerAction",
  "autoApproveUnder",
  "dailySpendCap",
  "minReserve",
];

/** Limits as a stored record keeps them. */
export function limitsToRecord(limits: SpendingLimits): LimitsRecord {
  return [
    Micros.toText(limits.maxSpendPerAction),
    Micros.toText(limits.autoApproveUnder),
    Micros.toText(limits.dailySpendCap),
    Micros.toText(limits.minReserve),
  ];
}

/** Overrides as a stored record keeps them. */
export function overridesToRecord(overrides: LimitOverrides): Record<string, string> {
  const record: Record<string, string> = {};
  for (const name of limitNames) {
    const limit = overrides[name];
    if (limit !== undefined) record[name] = Micros.toText(limit);
  }
  return record;
}

/**
 * Reads what `overridesToRecord` wrote. Other names are dropped, because a change of limits replaces all
 * of them: a later version keeps further limits in a field of the account of their own.
 */
export function overridesFromRecord(record: Readonly<Record<string, string>>): LimitOverrides {
  const overrides: { -readonly [Name in keyof SpendingLimits]?: Micros } = {};
  for (const name of limitNames) {
    const limit = record[name];
    if (limit !== undefined) overrides[name] = Micros.of(limit);
  }
  return overrides;
}
