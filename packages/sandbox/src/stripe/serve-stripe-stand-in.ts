import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { StripeStandIn, type StripeStandInOptions } from "./stripe-stand-in.ts";

/** A stand-in that other processes can reach. */
export interface StripeStandInServer {
  readonly standIn: StripeStandIn;
  /** For `STRIPE_API_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a stand-in of Stripe's API on the loopback address.
 *
 * @example const { url, standIn, close } = await serveStripeStandIn();
 * const payments = stripePayments({ apiKey: "sk_test_any", apiUrl: url });
 */
export async function serveStripeStandIn(
  options: StripeStandInOptions = {},
): Promise<StripeStandInServer> {
  const standIn = new StripeStandIn(options);
  const server = createServer((request, response) => {
    // The client may have disconnected.
    relay(standIn, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    standIn,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function relay(
  standIn: StripeStandIn,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request) pieces.push(piece as Uint8Array);
  const { method = "GET", headers } = request;
  const asked = new Request(`http://stand-in.example${request.url}`, {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    ...(method === "POST" && { body: Buffer.concat(pieces) }),
  });
  const answer = await standIn.handle(asked);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}
