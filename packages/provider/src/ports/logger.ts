/**
 * A logger with the methods of `pino`. `console` also works. Everything logged is redacted: it
 * contains no keys, tokens, card numbers, amounts, or text written to or about the agent.
 *
 * Errors thrown by a logger are ignored.
 */
export interface Logger {
  /** Each handled request. */
  debug(details: object, message: string): void;
  /** Each commit, by ids. */
  info(details: object, message: string): void;
  /** Requests rejected for authentication, permission or rate limits. */
  warn(details: object, message: string): void;
  /** Failures with status 500 and above, and failures in background work. */
  error(details: object, message: string): void;
}
