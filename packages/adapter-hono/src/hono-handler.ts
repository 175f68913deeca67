import { TreasuryError } from "@agent-treasury/provider";
import type { Treasury } from "@agent-treasury/treasury-core";
import { failureResponse, withTrueHost, withoutBody } from "@agent-treasury/treasury-core/adapter";
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
      const mountPath = mountPathOf(context);
      const response = await handler(request, { native: context, bodyWasRebuilt, mountPath });
      return request.method === "HEAD" ? await withoutBody(response) : response;
    } catch (error) {
      return failureResponse(error);
    }
  };
}

/** Empty if the route has parameters. */
function mountPathOf({ req }: Context): string {
  return /^((?:\/[\w.~-]+)*)\/\*$/.exec(req.routePath)?.[1] ?? "";
}

/** @throws TreasuryError `invalid_request` or `body_already_read`. */
async function requestOf({ req }: Context) {
  // First, because `withTrueHost` can move the body to a new request.
  if (!req.raw.bodyUsed) return { request: withHost(req.raw), bodyWasRebuilt: false };
  const { method, headers, signal } = req.raw;
  // Hono's parsers store the body, and reading it again returns the stored one.
  const body = await req.arrayBuffer().catch((cause: unknown) => {
    const message =
      "A middleware read the body of the raw request. Read it by Hono's c.req instead, or mount the treasury first.";
    throw new TreasuryError("body_already_read", message, { cause });
  });
  const rebuilt = new Request(req.raw.url, { method, headers, body, signal });
  return { request: withHost(rebuilt), bodyWasRebuilt: !hasBytes(req.bodyCache) };
}

/** Requests of a fetch handler may have no Host header, because their URL has the host. */
function withHost(request: Request): Request {
  return request.headers.has("host") ? withTrueHost(request) : request;
}

/** Other forms, such as a parsed form, are serialized again, with other bytes. */
function hasBytes(stored: object): boolean {
  return ["arrayBuffer", "text", "blob"].some((form) => Object.hasOwn(stored, form));
}
