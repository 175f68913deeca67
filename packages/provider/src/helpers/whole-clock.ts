import type { ErrorCode } from "@agent-treasury/contract/errors";
import { TreasuryError } from "../treasury-error.ts";

/** The latest time of a date, in milliseconds since 1970. */
const latest = 8_640_000_000_000_000;

/**
 * Reads a clock that an app passed in whole milliseconds since 1970, because storages store no
 * fractions.
 *
 * @param name of the option, for the message.
 * @throws TreasuryError with `code` if the clock returns anything but a time, such as NaN.
 * @example
 * const now = wholeClock(options.now ?? Date.now);
 */
export function wholeClock(
  read: () => number,
  name = "now",
  code: ErrorCode = "storage_error",
): () => number {
  return () => {
    const time: unknown = read();
    const whole = typeof time === "number" ? Math.floor(time) : Number.NaN;
    if (Math.abs(whole) <= latest) return whole;
    const found = typeof time === "number" ? String(time) : `a value of the type ${typeof time}`;
    throw new TreasuryError(
      code,
      `The option \`${name}\` returned ${found} instead of a time. Return milliseconds since 1970, as Date.now does.`,
    );
  };
}
