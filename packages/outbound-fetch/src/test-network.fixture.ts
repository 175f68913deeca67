import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, Socket, type TcpNetConnectOpts, isIP, isIPv6 } from "node:net";
import { generate } from "selfsigned";
import { onTestFinished, vi } from "vitest";

/** An internet with one server at every address, which records what reaches it. */
export interface TestNetwork {
  /** The certificate of the server, valid for `example.com` and the names below it. */
  readonly ca: string;
  /** Every `address:port` that the process connected to. */
  readonly connections: readonly string[];
  /** The requests that arrived. */
  readonly requests: readonly Pick<IncomingMessage, "url" | "headers" | "method">[];
}

/** Connections of the process reach the server, at any address, until the test ends. */
export async function testNetwork(answer: RequestListener): Promise<TestNetwork> {
  const requests: IncomingMessage[] = [];
  const { cert, private: key } = await certificate();
  const server = createServer({ cert, key }, (request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connections = redirectConnections(port);
  onTestFinished(async () => {
    vi.restoreAllMocks();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { ca: cert, connections, requests };
}

function redirectConnections(port: number): readonly string[] {
  const connections: string[] = [];
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...given) {
    const [options, done] = given as unknown as [TcpNetConnectOpts, () => void];
    connections.push(`${addressOf(options)}:${options.port}`);
    return Reflect.apply(connect, this, [{ host: "127.0.0.1", port }, done]);
  });
  return connections;
}

/** The address that Node would connect to. */
function addressOf({ host = "", lookup }: TcpNetConnectOpts): string {
  if (isIP(host) > 0) return host;
  let address = "";
  lookup?.(host, { all: true }, (_error, answers) => {
    address = (answers as LookupAddress[])[0]?.address ?? "";
  });
  return address;
}

async function certificate(): Promise<{ readonly cert: string; readonly private: string }> {
  const names = ["example.com", "*.example.com"];
  const altNames = names.map((value) => ({ type: 2 as const, value }));
  return generate([{ name: "commonName", value: "example.com" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames },
    ],
  });
}

/** A DNS server. The nth look-up of a name returns its nth list of addresses, then the last one. */
export function testResolver(
  names: Readonly<Record<string, readonly (readonly string[])[]>>,
): (name: string) => readonly string[] {
  const lookups = new Map<string, number>();
  return (name) => {
    const count = lookups.get(name) ?? 0;
    lookups.set(name, count + 1);
    const answers = names[name] ?? [];
    const found = answers[Math.min(count, answers.length - 1)];
    if (found === undefined) throw new Error(`The test has no addresses of ${name}.`);
    return found;
  };
}

export function toLookupAddresses(addresses: readonly string[]): LookupAddress[] {
  return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}
