import type { RunningService } from "../service-surface.ts";
import type { ServiceDeps } from "../treasury/service-parts.ts";
import { serviceTreasury } from "../treasury/service-treasury.ts";
import type { WireAnswer, WireRequest } from "../wire-exchange.ts";

const origin = "http://127.0.0.1:3000";

/** The treasury's own handler, without a mount. */
export async function startBareHandler(parts: ServiceDeps): Promise<RunningService> {
  const treasury = serviceTreasury(parts);
  const close = () => treasury.close();
  return {
    origin,
    fetch: (input, init) => treasury.handler(new Request(input, init)),
    send: (request) => sendTo(treasury.handler, request),
    closeTreasury: close,
    close,
  };
}

/** Sends a request to a handler, without a server in between. */
export async function sendTo(
  handler: (request: Request) => Promise<Response>,
  { method = "GET", path, headers = {}, body }: WireRequest,
): Promise<WireAnswer> {
  const sent = new Request(`${origin}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: contentOf(body), duplex: "half" }),
  });
  const response = await handler(sent);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function contentOf(
  body: NonNullable<WireRequest["body"]>,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return ReadableStream.from(body);
}
