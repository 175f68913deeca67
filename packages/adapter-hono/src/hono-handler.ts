import { TreasuryError } from "@agent-treasury/provider";
import type { Treasury } from "@agent-treasury/treasury-core";
import { failureResponse, withTrueHost } from "@agent-treasury/treasury-core/adapter";
import type { Context } from "hono";

/** The part of a treasury that the adapter uses. */
export type MountedTreasury = Pick<Treasury, "handler">;

/**
 * Mounts a treasury in a Hono app, on every runtime that the treasury's storage supports. Its
 * promise never rejects.
 *
 * @example
 * app.all("/api/service/*", honoHandler(treasury));
 */
export function honoHandler({ handler }: MountedTreasury): (context: Context) => Promise<Response> {
  return async (context) => {
    try {
      const { request, bodyWasRebuilt } = await requestOf(context);
      return await handler(request, { native: context, bodyWasRebuilt });
    } catch (error) {
      return failureResponse(error);
    }
  };
}

/** @throws TreasuryError `invalid_request` or `body_already_read`. */
async function requestOf({ req }: Context) {
  // Requests of a fetch handler may have no Host header, because their URL has the host.
  const request = req.raw.headers.has("host") ? withTrueHost(req.raw) : req.raw;
  if (!req.raw.bodyUsed) return { request, bodyWasRebuilt: false };
  const { method, headers, signal } = req.raw;
  // Hono's parsers store the body, and reading it again returns the stored one.
  const body = await req.arrayBuffer().catch((cause: unknown) => {
    const message =
      "A middleware read the body of the raw request. Read it by Hono's c.req instead, or mount the treasury first.";
    throw new TreasuryError("body_already_read", message, { cause });
  });
  const rebuilt = new Request(request.url, { method, headers, body, signal });
  return { request: rebuilt, bodyWasRebuilt: !hasBytes(req.bodyCache) };
}

/** Other forms, such as a parsed form, are serialized again, with other bytes. */
function hasBytes(stored: object): boolean {
  return ["arrayBuffer", "text", "blob"].some((form) => Object.hasOwn(stored, form));
}
