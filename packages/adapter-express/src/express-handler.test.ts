import { once } from "node:events";
import { Agent, createServer, request as sendRequest } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { TreasuryError } from "@agent-treasury/provider";
import type { RequestHandler } from "express";
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { expressVersions, serve } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";
import type { MountedTreasury } from "./express-types.ts";

it("is assignable to Express's middleware type", () => {
  expectTypeOf(expressHandler).returns.toExtend<RequestHandler>();
});

it("is assignable to Node's listener type", async () => {
  const listen = expressHandler({
    handler: async (request) => new Response(await request.text()),
  });
  const server = createServer((request, response) => void listen(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "whole" });
  expect(await response.text()).toBe("whole");
  server.close();
  server.closeAllConnections();
});

const uploadBytes = 8_388_608;

/** An upload on a connection that the server must close after its response. */
const uploadThatCloses = [
  "POST /api/service/agent HTTP/1.1",
  "Host: treasury.example",
  "Connection: close",
  `Content-Length: ${uploadBytes}`,
  "",
  ".".repeat(uploadBytes),
].join("\r\n");

/** Uploads over an agent's connection and resolves with the status. */
function upload(origin: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = sendRequest(`${origin}/api/service/agent`, { method: "POST", agent });
    sent.on("response", (message) => {
      message.resume();
      message.on("end", () => resolve(message.statusCode));
    });
    sent.on("error", reject);
    sent.end(Buffer.alloc(uploadBytes));
  });
}

/** Sends text unchanged and reads until the server closes, starting at once or after all is sent. */
function sendText(origin: string, text: string, { readLast = false } = {}): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname);
    const read = (): void => {
      socket.on("data", (piece) => (answer += piece.toString()));
    };
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
    if (!readLast) read();
    socket.write(text, (error) => {
      if (readLast && !error) read();
    });
  });
}

const returnAddress: MountedTreasury["handler"] = async ({ url, method }) =>
  new Response(`${method} ${url}`);

const signIn: RequestHandler = (request, response, next) => {
  Object.assign(request, { user: "Ada" });
  response.cookie("session", "s1");
  response.setHeader("x-frame-options", "DENY");
  response.setHeader("cache-control", "public");
  next();
};

describe.each(expressVersions)("%s", (_, express) => {
  const closers: (() => Promise<void>)[] = [];
  const errors = vi.fn<(...messages: unknown[]) => void>();
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(errors);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    errors.mockReset();
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  async function mount(
    handler: MountedTreasury["handler"],
    before: RequestHandler[] = [],
  ): Promise<string> {
    const app = express();
    app.set("trust proxy", true);
    app.use("/api/service", ...before, expressHandler({ handler }));
    const { origin, close } = await serve(app);
    closers.push(close);
    return origin;
  }

  it("passes Express's request to the handler", async () => {
    const origin = await mount(
      async (__, context) => new Response((context as { native: { user: string } }).native.user),
      [signIn],
    );
    const response = await fetch(`${origin}/api/service/health`);
    expect(await response.text()).toBe("Ada");
  });

  it("keeps headers and cookies that were set before", async () => {
    const origin = await mount(
      async () =>
        new Response("{}", { headers: { "set-cookie": "mine=1", "cache-control": "no-store" } }),
      [signIn],
    );
    const { headers } = await fetch(`${origin}/api/service/health`);
    expect(headers.getSetCookie()).toEqual(["session=s1; Path=/", "mine=1"]);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("ignores connection headers of the handler", async () => {
    const headers = {
      connection: "x-mine",
      "keep-alive": "timeout=999",
      te: "gzip",
      "x-mine": "1",
    };
    const origin = await mount(async () => new Response("whole", { headers }));
    const response = await fetch(`${origin}/api/service/health`);
    expect(await response.text()).toBe("whole");
    expect(response.headers.get("x-mine")).toBe("1");
    expect(response.headers.get("te")).toBeNull();
    expect(response.headers.get("connection")).toBe("keep-alive");
    expect(response.headers.get("keep-alive")).not.toContain("999");
  });

  it.each(["", "user@treasury.example", "treasury.example/elsewhere?", "a b", "[::1", "host:port"])(
    "rejects the host %j",
    async (host) => {
      const origin = await mount(returnAddress);
      const answer = await sendText(
        origin,
        `GET /api/service/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain('"code":"invalid_request"');
    },
  );

  it.each(["treasury.example", "127.0.0.1:3000", "[::1]:3000", "my_service:80"])(
    "uses the host %j",
    async (host) => {
      const origin = await mount(returnAddress);
      const answer = await sendText(
        origin,
        `GET /api/service/health HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
      );
      const { href } = new URL(`http://${host}/api/service/health`);
      expect(answer).toContain(`GET ${href}`);
    },
  );

  it("uses the path of an absolute URL, and the Host header", async () => {
    const origin = await mount(returnAddress);
    const answer = await sendText(
      origin,
      "GET http://evil.example/api/service/health?a=1 HTTP/1.1\r\nHost: treasury.example\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toContain("GET http://treasury.example/api/service/health?a=1");
  });

  it("rejects a method that a web Request does not support", async () => {
    const origin = await mount(returnAddress);
    const answer = await sendText(
      origin,
      "TRACE /api/service/health HTTP/1.1\r\nHost: treasury.example\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1.1 405 /);
    expect(answer.toLowerCase()).toContain("allow: get, post, delete, options");
  });

  it("logs an unexpected error and does not send it to the caller", async () => {
    const unexpected = new Error("secret");
    const origin = await mount(() => Promise.reject(unexpected));
    const response = await fetch(`${origin}/api/service/health`);
    const { requestId } = (await response.json()) as { requestId: string };
    expect(response.status).toBe(500);
    expect(errors).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(requestId), unexpected);
  });

  it("responds to a TreasuryError with its code", async () => {
    const origin = await mount(() =>
      Promise.reject(
        new TreasuryError("service_busy", "Too much.", { headers: { "retry-after": "3" } }),
      ),
    );
    const response = await fetch(`${origin}/api/service/health`);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("3");
    expect(await response.json()).toMatchObject({ code: "service_busy" });
    expect(errors).not.toHaveBeenCalled();
  });

  it("does not abort the signal of a complete request", async () => {
    let signal: AbortSignal | undefined;
    const origin = await mount(async (request) => {
      signal = request.signal;
      return new Response("{}");
    });
    await (await fetch(`${origin}/api/service/agent`, { method: "POST", body: "{}" })).text();
    await closers.splice(0)[0]?.();
    expect(signal?.aborted).toBe(false);
  });

  it("returns an aborted signal if the caller has already disconnected", async () => {
    const { promise: aborted, resolve } = Promise.withResolvers<boolean>();
    const origin = await mount(async (request, context) => {
      const { socket } = (context as { native: Request & { socket: Socket } }).native;
      socket.destroy();
      await once(socket, "close");
      await new Promise((next) => setImmediate(next));
      resolve(request.signal.aborted);
      return new Response("{}");
    });
    await expect(fetch(`${origin}/api/service/health`)).rejects.toThrow("fetch failed");
    expect(await aborted).toBe(true);
  });

  it.each([
    ["untouched", undefined],
    ["after its first piece", "first"],
  ])(
    "responds to an upload that its handler stops reading %s, and to the next request",
    async (_case, read) => {
      const origin = await mount(async (request) => {
        const reader = request.body?.getReader();
        if (read !== undefined) await reader?.read();
        await reader?.cancel();
        return Response.json({ error: "Too large." }, { status: 413 });
      });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let sent = 0; sent < 3; sent += 1) expect(await upload(origin, agent)).toBe(413);
      agent.destroy();
      const answer = await sendText(origin, uploadThatCloses, { readLast: true });
      expect(answer).toMatch(/^HTTP\/1.1 413 /);
      expect(answer).toContain('{"error":"Too large."}');
    },
  );

  it("fails to read a body after the caller disconnected", async () => {
    const { promise: failure, resolve } = Promise.withResolvers<unknown>();
    const origin = await mount(async (request) => {
      await request.text().then(resolve, resolve);
      return new Response("{}");
    });
    const sent = sendRequest(`${origin}/api/service/agent`, {
      method: "POST",
      headers: { "content-length": "100" },
    });
    sent.on("error", () => {});
    sent.write("{", () => setTimeout(() => sent.destroy(), 20));
    expect(await failure).toBeInstanceOf(Error);
  });
});
