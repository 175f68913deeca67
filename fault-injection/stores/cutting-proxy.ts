import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { type Socket, connect, createServer } from "node:net";

/**
 * How the reply to a statement that writes is cut:
 * - `request`: the connection breaks before the statement reaches the server;
 * - `reply`: the server answers, and not a byte of it arrives;
 * - `tail`: all of the answer arrives but its last bytes;
 * - `behind`: the connection breaks on the way, and the statement reaches the server some time after
 *   its sender knows so.
 */
export type Cut = "request" | "reply" | "tail" | "behind";

/** A proxy before PostgreSQL that breaks connections on which something is to be written. */
export interface CuttingProxy {
  readonly cuts: Readonly<Record<Cut, number>>;
  close(): Promise<void>;
}

/** What writes arrives with its text, which has an INSERT in it, or by the name of the one that is kept. */
const writing = [Buffer.from("INSERT INTO"), Buffer.from("agent_treasury_write_")];
/** Longer than it takes until the same commit is sent again. */
const behindMs = 60;

/** Opens a proxy whose socket is in a new directory. `nextCut` is asked at each statement that writes. */
export async function cuttingProxy(
  directory: string,
  serverSocket: string,
  nextCut: () => Cut | null,
): Promise<CuttingProxy> {
  mkdirSync(directory);
  const cuts = { request: 0, reply: 0, tail: 0, behind: 0 };
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on("error", () => {}).on("close", () => open.delete(socket));
  };
  const server = createServer((client) => {
    const database = keep(connect(serverSocket));
    keep(client);
    let cut: Cut | null = null;
    client.on("data", (bytes) => {
      if (cut === null && writing.some((mark) => bytes.includes(mark))) cut = nextCut();
      if (cut === null || cut === "reply" || cut === "tail") {
        database.write(bytes);
        return;
      }
      // What its sender never finished has no answer: the server is told that no more will come.
      if (cut === "behind") setTimeout(() => database.end(bytes), behindMs);
      cuts[cut] += 1;
      client.destroy();
    });
    database.on("data", (bytes) => {
      if (cut === null) {
        client.write(bytes);
        return;
      }
      if (cut === "tail") client.write(bytes.subarray(0, -6));
      if (cut === "reply" || cut === "tail") cuts[cut] += 1;
      client.end();
      database.destroy();
    });
    client.on("close", () => {
      // What is behind a broken connection goes on with what it is about to get.
      if (cut !== "behind") database.destroy();
    });
    database.on("close", () => client.destroy());
  });
  server.listen(`${directory}/.s.PGSQL.5432`);
  await once(server, "listening");
  return {
    cuts,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
