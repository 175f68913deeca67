import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** One answer of the endpoint. */
export interface EndpointAnswer {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON answer. */
  readonly json?: unknown;
  /** An event stream: the data of each event, as JSON unless it is a text, or a promise of it. */
  readonly events?: readonly unknown[];
  /** What happens after the events. Default: the answer ends. */
  readonly then?: "hang" | "cut";
}

export interface EndpointRequest {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

export interface ModelEndpoint {
  readonly url: string;
  readonly requests: readonly EndpointRequest[];
  readonly close: () => Promise<void>;
}

/** A model provider on this machine that gives the next answer of the script to each request. */
export async function modelEndpoint(
  script: (request: EndpointRequest, index: number) => EndpointAnswer,
): Promise<ModelEndpoint> {
  const requests: EndpointRequest[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = { path: request.url ?? "", body: await readBody(request) };
    requests.push(received);
    await send(response, script(received, requests.length - 1));
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

async function send(response: ServerResponse, answer: EndpointAnswer): Promise<void> {
  const { status = 200, headers, json, events, then } = answer;
  if (events === undefined) {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(json));
    return;
  }
  response.writeHead(status, { "content-type": "text/event-stream", ...headers });
  response.flushHeaders();
  for (const event of events) {
    response.write(eventText(event instanceof Promise ? await event : event));
  }
  if (then === "cut") setImmediate(() => response.destroy());
  else if (then !== "hang") response.end();
}

function eventText(event: unknown): string {
  if (typeof event === "string") return `data: ${event}\n\n`;
  const { type } = event as { readonly type?: unknown };
  const name = typeof type === "string" ? `event: ${type}\n` : "";
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}
