import { TreasuryError, Micros, type JsonObject, type PaymentMode } from "@agent-treasury/provider";
import type { Account } from "./account.ts";
import { overridesFromRecord, overridesToRecord } from "./budget.ts";

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
