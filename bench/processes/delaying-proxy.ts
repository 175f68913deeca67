import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { openMonitor } from "../database/database-monitor.ts";
import { millisecondsText } from "../harness/number-text.ts";
import { median } from "../harness/statistics.ts";

/** A proxy that adds latency to the database. */
export interface DelayingProxy {
  /** The database's address through the proxy. */
  readonly url: string;
  close(): Promise<void>;
}

/** Delays everything sent to the database; responses are not delayed. */
export async function delayingProxy(url: string, delayMs: number): Promise<DelayingProxy> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect(addressOf(url));
    for (const socket of [near, far]) {
      sockets.add(socket);
      // Either end may close first.
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    near.on("data", (chunk) => setTimeout(() => far.write(chunk), delayMs));
    near.on("end", () => setTimeout(() => far.end(), delayMs));
    far.pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: through(url, port),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** The time of the shortest query through the proxy and without it, as text. */
export async function roundTripTimes(proxyUrl: string, databaseUrl: string): Promise<string> {
  const times = [];
  for (const url of [proxyUrl, databaseUrl]) {
    const monitor = openMonitor({ url, origin: "", programs: null, close: async () => {} });
    const taken: number[] = [];
    for (let trip = 0; trip < 50; trip += 1) {
      const start = performance.now();
      await monitor.number("SELECT 1");
      taken.push(performance.now() - start);
    }
    await monitor.close();
    times.push(millisecondsText(median(taken)));
  }
  return `${times[0]}, against ${times[1]} without it`;
}

function addressOf(url: string): { path: string } | { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(url);
  const directory = searchParams.get("host");
  if (directory !== null) return { path: `${directory}/.s.PGSQL.${port || "5432"}` };
  return { host: hostname, port: Number(port || "5432") };
}

function through(url: string, port: number): string {
  const address = new URL(url);
  address.searchParams.delete("host");
  address.hostname = "127.0.0.1";
  address.port = String(port);
  return address.href;
}
