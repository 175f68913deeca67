import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { type Socket, connect, createServer } from "node:net";

/**
 * How a write statement's connection is cut:
 * - `request`: before the statement reaches the server;
 * - `reply`: after the server's response, of which no byte arrives;
 * - `tail`: before the last bytes of the response;
 * - `behind`: before the statement reaches the server, which receives it some time after its
 *   sender's error.
 */
export type Cut = "request" | "reply" | "tail" | "behind";

/** A proxy for PostgreSQL that breaks connections with writes. */
export interface CuttingProxy {
  readonly cuts: Readonly<Record<Cut, number>>;
  close(): Promise<void>;
}

/** A write arrives with its INSERT text, or by the name of a prepared statement. */
const writing = [Buffer.from("INSERT INTO"), Buffer.from("agent_treasury_write_")];
/** Longer than the delay before a commit is sent again. */
const behindMs = 60;

/** Opens a proxy with its socket in a new directory. Calls `nextCut` at each write. */
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
      // An incomplete statement has no response, so the server's connection is ended.
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
      // A connection cut as `behind` still has to deliver its statement.
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
