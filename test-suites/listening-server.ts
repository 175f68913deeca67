import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface ListeningServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Lets a server listen on a free port. Its `close` ends open connections. */
export async function listening(server: Server): Promise<ListeningServer> {
  // Prevents the server from closing a connection that a slow client is about to reuse.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
