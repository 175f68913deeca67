import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";

const marker = Symbol.for("agent-treasury.listen-error");

/** The server cannot listen. The message is for the person who started it. */
export class ListenError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "ListenError";
    Object.defineProperty(this, marker, { value: true });
  }
}

/** Whether an error is a `ListenError`. */
export function isListenError(error: unknown): error is ListenError {
  return typeof error === "object" && error !== null && marker in error;
}

/**
 * A complete request has to arrive within this. It bounds how long a connection can hold memory without
 * sending. Turns and streams take longer, but they are responses.
 */
const requestTimeoutMs = 30_000;
const checkedEveryMs = 5_000;
/** Further connections are closed at once. A machine with 512 MB has room for these. */
const maximumConnections = 4_000;

/**
 * Listens on the first of the ports that is free.
 *
 * @param listener - Attached before the server listens, so that no request arrives without it.
 * @throws ListenError when no port is free, or the address is not this machine's.
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
  throw new ListenError("There is no port to listen on.", undefined);
}

/**
 * Sets the time limit of requests, a few seconds after the start: a process that was busy starting may
 * have connections that are old and not read yet, and would reset them.
 */
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
      return `Something else listens on ${where}. Stop it, or set PORT to a free one.`;
    case "EACCES":
      return `This user may not listen on ${where}. Set PORT to one above 1023.`;
    case "EADDRNOTAVAIL":
      return `${address} is not an address of this machine. Correct LISTEN_ADDRESS.`;
    default:
      return `The server cannot listen on ${where} (${code ?? "no reason given"}).`;
  }
}
