import { createServer } from "node:net";

/** Returns the first free port of the list, in which 0 is any free port; null if all are in use. */
export async function freePort(ports: readonly number[], address: string): Promise<number | null> {
  for (const port of ports) {
    const found = await tryPort(port, address);
    if (found !== null) return found;
  }
  return null;
}

function tryPort(port: number, address: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(null);
      else reject(error);
    });
    server.listen(port, address, () => {
      const taken = server.address();
      const found = typeof taken === "object" && taken !== null ? taken.port : port;
      server.close(() => resolve(found));
    });
  });
}
