import { microsToText, toMicros } from "../money/micros.ts";
import type { JsonObject } from "../ports/json.ts";
import type { PaymentMode } from "../ports/payment-processor.ts";
import type { Account } from "./account.ts";
import { overridesFromRecord, overridesToRecord } from "./budget.ts";

/** An account as a storage keeps it: amounts are decimal strings of micro-dollars. */
interface AccountRecord {
  readonly startingCapital: string;
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
  /** Not there where it was written before it was kept. */
  readonly writtenAt?: number;
}

/** Writes an account for a storage. */
export function accountToRecord(account: Account): JsonObject {
  return {
    startingCapital: microsToText(account.startingCapital),
    deposits: microsToText(account.deposits),
    revenue: microsToText(account.revenue),
    expense: microsToText(account.expense),
    held: microsToText(account.held),
    day: account.day,
    spentToday: microsToText(account.spentToday),
    autoApprovedToday: microsToText(account.autoApprovedToday),
    payment: account.payment && { ...account.payment },
    overrides: overridesToRecord(account.overrides),
    newestProposal: account.newestProposal.toString(),
    writtenAt: account.writtenAt,
  } satisfies AccountRecord;
}

/** Reads what `accountToRecord` wrote. */
export function accountFromRecord(json: unknown): Account {
  const record = json as AccountRecord;
  return {
    startingCapital: toMicros(record.startingCapital),
    deposits: toMicros(record.deposits),
    revenue: toMicros(record.revenue),
    expense: toMicros(record.expense),
    held: toMicros(record.held),
    day: record.day,
    spentToday: toMicros(record.spentToday),
    autoApprovedToday: toMicros(record.autoApprovedToday),
    payment: record.payment,
    overrides: overridesFromRecord(record.overrides),
    newestProposal: BigInt(record.newestProposal),
    writtenAt: record.writtenAt ?? 0,
  };
}
