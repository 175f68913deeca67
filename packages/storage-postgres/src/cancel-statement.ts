import { connect } from "node:net";
import type { PostgresClient } from "./postgres-client.ts";

const cancelRequestCode = 80_877_102;
const timeoutMs = 3_000;

/** The properties of pg's client. Without them, nothing is canceled. */
interface Session {
  readonly host?: unknown;
  readonly port?: unknown;
  readonly processID?: unknown;
  readonly secretKey?: unknown;
}

/**
 * Asks the server to cancel the statement of a connection. Otherwise a statement that waits for a
 * standby occupies a connection of the server after the client has closed it.
 */
export function cancelStatement(client: PostgresClient): void {
  const { host, port, processID, secretKey } = client as Session;
  if (typeof host !== "string" || typeof port !== "number") return;
  if (typeof processID !== "number" || typeof secretKey !== "number") return;
  const request = Buffer.alloc(16);
  for (const [place, value] of [16, cancelRequestCode, processID, secretKey].entries()) {
    request.writeInt32BE(value, place * 4);
  }
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on("error", () => {});
  socket.setTimeout(timeoutMs, () => socket.destroy());
  socket.end(request);
  socket.unref();
}
