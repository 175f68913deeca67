import type { RequestListener } from "node:http";
import type { TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import type { OutboundRequest } from "@agent-treasury/provider";
import { describe, expect, it, vi } from "vitest";
import { type GuardedFetchOptions, guardedFetch, guardedFetchWith } from "./guarded-fetch.ts";
import { testNetwork } from "./test-network.fixture.ts";

/** Longer than a slow machine needs. */
const patienceMs = 120_000;

const site = "93.184.216.34";

function request(changes: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    url: "https://example.com/",
    method: "GET",
    headers: {},
    body: null,
    timeoutMs: 10_000,
    maximumBytes: 1000,
    signal: new AbortController().signal,
    ...changes,
  };
}

async function open(answer: RequestListener, options: GuardedFetchOptions = {}) {
  const network = await testNetwork(answer);
  const fetch = guardedFetchWith({ ca: network.ca, ...options }, async () => [site]);
  return { ...network, fetch };
}

/** Writes until the client closes the connection. */
const endless: RequestListener = (_request, response) => {
  const part = Buffer.alloc(65_536, "x");
  const write = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on("drain", write);
  write();
};

describe("a guarded request", () => {
  it("sends Host and SNI of the name, method, headers and body to the checked address", async () => {
    const received: unknown[] = [];
    const { fetch, connections } = await open((incoming, response) => {
      const { servername } = incoming.socket as TLSSocket;
      let body = "";
      incoming.on("data", (part) => (body += part));
      incoming.on("end", () => {
        received.push({ body, servername, method: incoming.method, host: incoming.headers.host });
        response.writeHead(201, { "X-Two": ["a", "b"] }).end("done");
      });
    });
    const headers = { Host: "metadata.internal", "content-type": "text/plain" };
    const answer = await fetch(request({ method: "POST", headers, body: "héllo" }));
    expect(received).toEqual([
      { body: "héllo", servername: "example.com", method: "POST", host: "example.com" },
    ]);
    expect(connections).toEqual([`${site}:443`]);
    expect(answer).toMatchObject({ status: 201, isTruncated: false });
    expect(answer.headers["x-two"]).toBe("a, b");
    expect(Buffer.from(answer.body).toString()).toBe("done");
  });

  it("has its own connection", async () => {
    const { fetch, connections } = await open((_request, response) => response.end());
    await fetch(request());
    await fetch(request());
    expect(connections).toHaveLength(2);
  });

  it("requires a certificate of the name, also if the environment turns the check off", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const { fetch, requests } = await open((_request, response) => response.end());
    await expect(fetch(request({ url: "https://example.org/" }))).rejects.toMatchObject({
      code: "outbound_failed",
      message: expect.stringContaining("ERR_TLS_CERT_ALTNAME_INVALID"),
    });
    const others = guardedFetchWith({}, async () => [site]);
    await expect(others(request())).rejects.toMatchObject({ code: "outbound_failed" });
    expect(requests).toEqual([]);
    vi.unstubAllEnvs();
  });

  it("reports a failure without the path of the address", async () => {
    const { fetch } = await open((_request, response) => response.destroy());
    const failure = fetch(request({ url: "https://example.com/services/secret" }));
    await expect(failure).rejects.toMatchObject({
      code: "outbound_failed",
      message: "The request to example.com failed with ECONNRESET.",
    });
  });
});

describe("the body of a response", () => {
  it("is read up to the maximum, and the connection of an endless one is closed", async () => {
    const { fetch, requests } = await open(endless);
    const answer = await fetch(request({ maximumBytes: 100_000 }));
    expect([answer.body.length, answer.isTruncated]).toEqual([100_000, true]);
    const [incoming] = requests as unknown as [{ socket: TLSSocket }];
    await vi.waitFor(() => expect(incoming.socket.destroyed).toBe(true), patienceMs);
  });

  it("passes what follows the maximum on, part by part, and waits for it", async () => {
    const text = "0123456789".repeat(50_000);
    const { fetch } = await open((_request, response) => response.end(text));
    const parts: string[] = [];
    let writing = 0;
    const write = async (part: Uint8Array): Promise<void> => {
      writing += 1;
      expect(writing).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      parts.push(Buffer.from(part).toString());
      writing -= 1;
    };
    const answer = await fetch(request({ rest: { maximumBytes: 499_000, write } }));
    expect([answer.body.length, answer.isTruncated]).toEqual([1000, false]);
    expect(Buffer.from(answer.body).toString() + parts.join("")).toBe(text);
    const cut = await fetch(request({ rest: { maximumBytes: 498_999, write } }));
    expect([cut.body.length, cut.isTruncated]).toEqual([1000, true]);
  });

  it.each([302, 402, 500])("passes nothing of an answer with status %i on", async (status) => {
    const { fetch } = await open((_request, response) =>
      response.writeHead(status).end("x".repeat(5_000)),
    );
    const write = vi.fn<(part: Uint8Array) => Promise<void>>(async () => {});
    const answer = await fetch(request({ rest: { maximumBytes: 499_000, write } }));
    expect([answer.body.length, answer.isTruncated]).toEqual([1000, true]);
    expect(write).not.toHaveBeenCalled();
  });

  it("is not truncated at exactly the maximum", async () => {
    const { fetch } = await open((_request, response) => response.end("x".repeat(1000)));
    const answer = await fetch(request());
    expect([answer.body.length, answer.isTruncated]).toEqual([1000, false]);
  });

  it("is decoded up to the maximum", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const { fetch, requests } = await open((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const answer = await fetch(request());
    expect([answer.body.length, answer.isTruncated]).toEqual([1000, true]);
    expect(requests[0]?.headers["accept-encoding"]).toBe("identity");
  });

  it.each(["gzip, gzip", "zstd"])("is refused with the encoding %s", async (encoding) => {
    const { fetch } = await open((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end("x"),
    );
    await expect(fetch(request())).rejects.toMatchObject({ code: "outbound_failed" });
  });
});

describe("the headers of a response", () => {
  it.each([17_000, 1_000_000])("are refused with %i bytes", async (bytes) => {
    const { fetch } = await open((_request, response) =>
      response.writeHead(200, { "x-long": "x".repeat(bytes) }).end(),
    );
    await expect(fetch(request())).rejects.toMatchObject({
      code: "outbound_failed",
      message: "The request to example.com failed with HPE_HEADER_OVERFLOW.",
    });
  });
});

describe("the timeout", () => {
  const late = { code: "outbound_failed", message: "example.com did not respond within 0.05 s." };

  it.each<readonly [string, RequestListener]>([
    ["the headers", () => {}],
    ["the body", (_request, response) => response.write("begun")],
  ])("ends a request that waits for %s", async (_part, answer) => {
    const { fetch } = await open(answer);
    await expect(fetch(request({ timeoutMs: 50 }))).rejects.toMatchObject(late);
  });

  it("ends a request that waits for the resolver", async () => {
    const fetch = guardedFetchWith({}, () => new Promise(() => {}));
    await expect(fetch(request({ timeoutMs: 50 }))).rejects.toMatchObject(late);
  });

  it("is not the reason if the caller aborts", async () => {
    const { fetch } = await open(() => {});
    const signal = AbortSignal.timeout(20);
    const message = "The request to example.com failed with ABORT_ERR.";
    await expect(fetch(request({ signal }))).rejects.toMatchObject({ message });
  });
});

describe("options", () => {
  it("allow networks and ports", async () => {
    const options = { allow: ["10.8.0.0/16", "fd12::/16"], ports: [443, 8443] };
    const network = await testNetwork((_request, response) => response.end());
    const at = (address: string) =>
      guardedFetchWith({ ca: network.ca, ...options }, async () => [address])(
        request({ url: "https://example.com:8443/" }),
      );
    expect((await at("10.8.1.2")).status).toBe(200);
    expect((await at("fd12::7")).status).toBe(200);
    expect(network.requests[0]?.headers.host).toBe("example.com:8443");
    for (const address of ["10.9.0.1", "::ffff:10.8.1.2", "fd13::7", "not an address"]) {
      await expect(at(address)).rejects.toMatchObject({ code: "address_refused" });
    }
    expect(network.connections).toEqual(["10.8.1.2:8443", "fd12::7:8443"]);
  });

  it("reject a network that is not a CIDR", () => {
    expect(() => guardedFetch({ allow: ["10.8.0.1"] })).toThrow("which is not a CIDR");
  });

  it("use the system's resolver", async () => {
    const { connections } = await testNetwork((_request, response) => response.end());
    const refused = guardedFetch()(request({ url: "https://localhost/" }));
    await expect(refused).rejects.toMatchObject({ code: "address_refused" });
    expect(connections).toEqual([]);
  });

  it("rejects if the server switches protocols", async () => {
    const { fetch } = await open((_request, response) => {
      response.socket?.end(
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
      );
    });
    await expect(fetch(request())).rejects.toMatchObject({
      code: "outbound_failed",
    });
  });
});
