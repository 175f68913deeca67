import { once } from "node:events";
import { createServer } from "node:http";
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
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        const answer = answerTo();
        if (answer !== "refused") received.push(JSON.parse(body) as ReceivedEvent);
        if (answer === "received, but no answer") response.destroy();
        else response.writeHead(answer === "refused" ? 503 : 200).end();
        // A killed sender may break the connection before the end of the body.
      },
      () => {},
    );
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
