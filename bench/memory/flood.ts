import { type Socket, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const openedTogether = 50;
const longestSendMs = 60_000;
const mebibyte = new Uint8Array(2 ** 20).fill(32);
const path = "/api/service/treasury/webhook";

/** Connections that each send part of a delivery and stop. */
export interface Flood {
  readonly connections: number;
  /** The announced length; all but the last byte is sent. */
  readonly bytes: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Opens the connections, resolves when all have sent their part or were closed, and holds them
 * open.
 */
export async function openFlood(
  serverUrl: string,
  { connections, bytes, headers }: Flood,
): Promise<{ close(): void }> {
  const { port } = new URL(serverUrl);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    "Content-Type: application/json",
    `Content-Length: ${bytes}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");
  const sockets: Socket[] = [];
  const sending: Promise<void>[] = [];
  while (sockets.length < connections) {
    for (let count = 0; count < openedTogether && sockets.length < connections; count += 1) {
      const socket = connect(Number(port), "127.0.0.1");
      // The server may close a connection, or be killed.
      socket.on("error", () => {}).resume();
      socket.write(head);
      const sent = Promise.withResolvers<void>();
      socket.write(mebibyte.subarray(0, bytes - 1), () => sent.resolve());
      sockets.push(socket);
      socket.once("close", sent.resolve);
      sending.push(sent.promise);
    }
    await sleep(20);
  }
  await Promise.race([Promise.all(sending), sleep(longestSendMs)]);
  return { close: () => sockets.forEach((socket) => socket.destroy()) };
}
