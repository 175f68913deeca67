import { once } from "node:events";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { guardedFetch } from "@agent-treasury/outbound-fetch";
import type { OutboundFetch } from "@agent-treasury/provider";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";

export interface ReceivedRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on this machine that receives webhooks over TLS. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** Reaches this server and no other address of the machine. */
  readonly fetch: OutboundFetch;
}

export async function openReceiver(answer: RequestListener): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  const { cert, private: key } = await certificate();
  const server = createServer({ cert, key }, (request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      received.push({ url: request.url ?? "", headers: request.headers, body });
      answer(request, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const fetch = guardedFetch({ allow: ["127.0.0.1/32"], ports: [443, port], ca: cert });
  return { url: `https://127.0.0.1:${port}/hook`, received, fetch };
}

function certificate(): Promise<{ readonly cert: string; readonly private: string }> {
  return generate([{ name: "commonName", value: "receiver" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
    ],
  });
}
