import type { IncomingMessage, ServerResponse } from "node:http";
import type { TreasuryHandler } from "../handler.ts";

/** Node's request with the fields of Express and body parsers. */
export interface NodeRequest extends IncomingMessage {
  /** The path at which Express mounted the handler. */
  baseUrl?: string;
  /** The path and query as received. */
  originalUrl?: string;
  body?: unknown;
  /** The raw bytes, if a parser's `verify` option stored them. */
  rawBody?: unknown;
}

/** Its promise never rejects. */
export type NodeListener = (
  request: NodeRequest,
  response: ServerResponse,
  /** Passed to `authenticate`. Default: the request. */
  native?: unknown,
  /** See `HandlerContext`. Default: that of Express. */
  mountPath?: string,
) => Promise<void>;

/** The part of a treasury that an adapter uses. */
export interface MountedTreasury {
  readonly handler: TreasuryHandler;
}
