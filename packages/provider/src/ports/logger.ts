/**
 * Where a treasury writes what it does, as `pino` has it; `console` is one as well. Whatever goes there
 * has passed the redactor: no key, token or card number, nothing that anybody wrote to or about the
 * agent, no amount.
 *
 * What a logger throws is left alone.
 */
export interface Logger {
  /** Each request that was answered. */
  debug(details: object, message: string): void;
  /** What was committed, by ids. */
  info(details: object, message: string): void;
  /** Requests that were refused for who sent them, or how many they sent. */
  warn(details: object, message: string): void;
  /** Failures of status 500 and above, and of what runs beside requests. */
  error(details: object, message: string): void;
}
