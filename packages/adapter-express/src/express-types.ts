import type { IncomingMessage, ServerResponse } from "node:http";
import type { Treasury } from "@agent-treasury/treasury-core";

/** What is used of Express's request: Node's own, and what Express and body parsers put on it. */
export interface ExpressRequest extends IncomingMessage {
  /** The path and query before routers cut them. */
  originalUrl?: string;
  /** What a body parser made of the body. */
  body?: unknown;
  /** The body's bytes, where a parser's `verify` kept them. */
  rawBody?: unknown;
}

/** A middleware of Express 4 and 5; also a listener for `node:http`. */
export type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;

/** What can be mounted: a treasury, as far as the adapter knows one. */
export type MountedTreasury = Pick<Treasury, "handler">;
