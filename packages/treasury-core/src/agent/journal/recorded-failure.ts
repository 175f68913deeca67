import { TreasuryError } from "@agent-treasury/provider";
import type { RecordedFailure } from "./journal-record.ts";

const header = "retry-after";

/** A failure as a record keeps it: when it may be tried again is a moment there, for it is read later. */
export function recordFailure(
  failure: TreasuryError,
  message: string,
  now: number,
): RecordedFailure {
  const seconds = Number(failure.headers[header]);
  const { code } = failure;
  return Number.isFinite(seconds)
    ? { code, message, retryAt: now + seconds * 1_000 }
    : { code, message };
}

/** The failure that a record keeps, as it stands now. */
export function failureRead(
  { code, message, retryAt }: RecordedFailure,
  now: number,
): TreasuryError {
  const seconds = retryAt === undefined ? 0 : Math.ceil((retryAt - now) / 1_000);
  return new TreasuryError(
    code,
    message,
    seconds > 0 ? { headers: { [header]: String(seconds) } } : {},
  );
}
