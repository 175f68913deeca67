import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import express5, { type Express } from "express";

/** Both Express versions, with the newer version's types. */
export const expressVersions: readonly (readonly [name: string, express: typeof express5])[] = [
  ["Express 4", createRequire(import.meta.url)("express4") as typeof express5],
  ["Express 5", express5],
];

export async function serve(app: Express): Promise<{ origin: string; close(): Promise<void> }> {
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = app.listen(0, "127.0.0.1", () => resolve(listening));
    listening.on("error", reject);
    // Prevents the server from closing a connection that a slow client is about to reuse.
    listening.keepAliveTimeout = 600_000;
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
