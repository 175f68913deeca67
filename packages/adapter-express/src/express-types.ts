import type { IncomingMessage, ServerResponse } from "node:http";
import type { Treasury } from "@agent-treasury/treasury-core";

/** Node's request with the fields of Express and body parsers. */
export interface ExpressRequest extends IncomingMessage {
  /** The path and query as received. */
  originalUrl?: string;
  body?: unknown;
  /** The raw bytes, if a parser's `verify` option stored them. */
  rawBody?: unknown;
}

/** Also works as a listener of `node:http`. */
export type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;

/** The part of a treasury that the adapter uses. */
export type MountedTreasury = Pick<Treasury, "handler">;
