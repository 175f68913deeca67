import { Agent, type IncomingMessage, request as sendRequest } from "node:http";

/** A request, byte for byte: what `fetch` would correct or forbid is sent as it is. */
export interface RawRequest {
  readonly method?: string;
  /** Below the origin's own path; sent as written, not normalised. */
  readonly path: string;
  /** A list sends the header once for each value. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/** An answer, complete. */
export interface RawAnswer {
  readonly status: number;
  /** Each header's values, as many as there were lines, by lower-case name. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Buffer;
}

/** Where a path is below an origin and the path that the origin itself may have. */
export function placeOf(
  origin: string,
  path: string,
): { readonly hostname: string; readonly port: string; readonly path: string } {
  const { hostname, port, pathname } = new URL(origin);
  return { hostname, port, path: pathname.replace(/\/$/, "") + path };
}

/** Sends one request and reads its whole answer; rejects when the answer breaks off. */
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

/** Sends one request and resolves with its answer when the headers are there. */
export function open(
  origin: string,
  { method = "GET", path, headers = {}, body }: RawRequest,
): Promise<IncomingMessage> {
  // A connection that is to be closed takes an early answer along when its upload is still under way.
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
