import { Agent, type IncomingMessage, request as sendRequest } from "node:http";
import type { RunningService } from "../service-surface.ts";
import type { WireAnswer, WireRequest } from "../wire-exchange.ts";

/** A server with a mounted treasury. */
export interface ServedOrigin {
  /** Such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Closes the treasury, but not the server. */
  closeTreasury(): Promise<void>;
  /** Closes both, or only the treasury of a shared server. */
  close(): Promise<void>;
}

/** Connects to a treasury over the network. */
export function overNetwork(served: ServedOrigin): RunningService {
  return {
    ...served,
    fetch: (input, init) => fetch(input, init),
    send: (request) => send(served.origin, request),
  };
}

/** Sends requests that `fetch` would change or reject: paths with dots, foreign hosts, any body. */
async function send(
  origin: string,
  { method = "GET", path, headers = {}, body = "" }: WireRequest,
): Promise<WireAnswer> {
  const { hostname, port } = new URL(origin);
  // Closing a connection during an upload would lose an early response.
  const agent = new Agent({ keepAlive: true });
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = sendRequest({ hostname, port, method, path, headers, agent }, resolve);
    sent.on("close", () => agent.destroy());
    // After a response, a failed upload does not matter.
    sent.on("error", reject);
    if (typeof body === "string" || body instanceof Uint8Array) {
      sent.end(body);
      return;
    }
    for (const piece of body) sent.write(piece);
    sent.end();
  });
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return {
    status: message.statusCode ?? 0,
    headers: headersOf(message),
    text: Buffer.concat(pieces).toString("utf8"),
  };
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}
