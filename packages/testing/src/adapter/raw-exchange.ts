import { Agent, type IncomingMessage, request as sendRequest } from "node:http";

/** A request sent byte for byte. */
export interface RawRequest {
  readonly method?: string;
  /** Not normalized. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

export interface RawAnswer {
  readonly status: number;
  /** All values, by lower-case name. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Buffer;
}

/** Resolves a path against an origin, which may have its own path. */
export function placeOf(
  origin: string,
  path: string,
): { readonly hostname: string; readonly port: string; readonly path: string } {
  const { hostname, port, pathname } = new URL(origin);
  return { hostname, port, path: pathname.replace(/\/$/, "") + path };
}

export async function exchange(origin: string, raw: RawRequest): Promise<RawAnswer> {
  const message = await open(origin, raw);
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return {
    status: message.statusCode ?? 0,
    headers: message.headersDistinct as Record<string, readonly string[]>,
    body: Buffer.concat(pieces),
  };
}

/** Resolves when the headers arrive. */
export function open(
  origin: string,
  { method = "GET", path, headers = {}, body }: RawRequest,
): Promise<IncomingMessage> {
  // Closing the connection would discard an early response while the upload continues.
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const sent = sendRequest({
      ...placeOf(origin, path),
      method,
      headers: headers as Record<string, string | string[]>,
      agent,
    });
    sent.on("response", resolve).on("error", reject);
    sent.on("close", () => agent.destroy());
    sent.end(body);
  });
}
