import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ReceivedEvent } from "./emitter-task.ts";

export type ReceiverAnswer = "received" | "refused" | "received, but no answer";

/** A receiver of events, which notes each in the order of arrival. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly ReceivedEvent[];
  close(): Promise<void>;
}

export async function openReceiver(answerTo: () => ReceiverAnswer): Promise<Receiver> {
  const received: ReceivedEvent[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const event = JSON.parse(await text(request)) as ReceivedEvent;
    const answer = answerTo();
    if (answer !== "refused") received.push(event);
    if (answer === "received, but no answer") response.destroy();
    else response.writeHead(answer === "refused" ? 503 : 200).end();
  };
  const server = createServer((request, response) => {
    // A killed sender may break the connection before the end of the body.
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
