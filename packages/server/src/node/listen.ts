import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";

const marker = Symbol.for("agent-treasury.listen-error");

/** The server cannot listen. The message is for the user who started it. */
export class ListenError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "ListenError";
    Object.defineProperty(this, marker, { value: true });
  }
}

export function isListenError(error: unknown): error is ListenError {
  return typeof error === "object" && error !== null && marker in error;
}

/**
 * Limits how long a connection can use memory without sending a complete request. Turns and streams
 * take longer, but they are responses.
 */
const requestTimeoutMs = 30_000;
const checkedEveryMs = 5_000;
/** 512 MB of memory are enough for these. Further ones are closed at once. */
const maximumConnections = 4_000;

/**
 * @param listener - Attached before the server listens, so that it receives every request.
 * @throws ListenError if no port is free, or the address does not belong to this machine.
 */
export async function listen(
  ports: readonly number[],
  address: string,
  listener: RequestListener,
): Promise<{ readonly server: Server; readonly port: number }> {
  for (const [index, port] of ports.entries()) {
    const unlimited = { headersTimeout: 0, requestTimeout: 0 };
    const checked = { ...unlimited, connectionsCheckingInterval: checkedEveryMs };
    const server = createServer(checked, listener);
    server.maxConnections = maximumConnections;
    try {
      await listenOn(server, port, address);
      return { server, port: (server.address() as AddressInfo).port };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isLast = index === ports.length - 1;
      if (code === "EADDRINUSE" && !isLast) continue;
      throw new ListenError(explain(code, ports, address), error);
    }
  }
  throw new ListenError("No port to listen on.", undefined);
}

/** Delayed, because old connections may still be unread after a busy start, and would be reset. */
export function limitRequests(server: Server): void {
  setTimeout(() => {
    server.headersTimeout = requestTimeoutMs;
    server.requestTimeout = requestTimeoutMs;
  }, checkedEveryMs).unref();
}

function listenOn(server: Server, port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: address, backlog: maximumConnections }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function explain(code: string | undefined, ports: readonly number[], address: string): string {
  const where = `${address}, port ${ports.join(", ")}`;
  switch (code) {
    case "EADDRINUSE":
      return `Another program listens on ${where}. Stop it, or set PORT to a free port.`;
    case "EACCES":
      return `This user does not have permission to listen on ${where}. Set PORT to a port above 1023.`;
    case "EADDRNOTAVAIL":
      return `${address} is not an address of this machine. Correct LISTEN_ADDRESS.`;
    default:
      return `The server cannot listen on ${where} (${code ?? "no reason given"}).`;
  }
}
