import { createHash } from "node:crypto";
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { type AccessRules, createTreasury, operatorTokens } from "@agent-treasury/treasury-core";
import {
  type Serve,
  type ServiceRequest,
  handlerOver,
  serveOf,
} from "@agent-treasury/treasury-core/adapter";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { RequestHandler } from "express";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expressVersions, serve as serveApp } from "./express-apps.fixture.ts";
import { expressHandler } from "./express-handler.ts";
import type { ExpressRequest } from "./express-types.ts";

const limitBytes = 64;

const textOf = async (request: ServiceRequest): Promise<string> =>
  new TextDecoder().decode(await request.bytes(limitBytes));

/** Returns the body, or the code of its failure. */
const returnBody: Serve = async (request) => {
  const body = await textOf(request).catch((error: unknown) => {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  });
  return { status: 200, headers: [], body };
};

/** Middleware that consumes a body without storing it. */
const consumeBody: RequestHandler = (request, _response, next) => {
  request.on("end", next).resume();
};

const post = { method: "POST", headers: { "content-type": "application/json" } };

describe.each(expressVersions)("%s, with a handler that serves", (_, express) => {
  const closers: (() => Promise<void>)[] = [];
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  async function mount(serve: Serve, before: RequestHandler[] = []): Promise<string> {
    const app = express();
    app.use("/api/service", ...before, expressHandler({ handler: handlerOver(serve) }));
    const { origin, close } = await serveApp(app);
    closers.push(close);
    return `${origin}/api/service`;
  }

  async function mountTreasury(access: AccessRules): Promise<string> {
    const parts = { baseUrl: "http://localhost:3000", storage: memoryStorage() };
    const treasury = createTreasury({ ...parts, ...access });
    closers.push(() => treasury.close());
    const path = await mount(serveOf(treasury.handler));
    return `${path}/treasury`;
  }

  const parsers: readonly (readonly [place: string, before: RequestHandler[]])[] = [
    ["without a body parser", []],
    ["after express.json()", [express.json()]],
    ["after express.text()", [express.text({ type: "*/*" })]],
    ["after express.raw()", [express.raw({ type: "*/*" })]],
  ];

  it.each(parsers)("reads a body %s, within its limit", async (_place, before) => {
    const address = await mount(returnBody, before);
    const ask = async (body: string) =>
      (await fetch(address, { ...post, body, headers: post.headers })).text();
    expect(await ask('{"a":"grüße"}')).toBe('{"a":"grüße"}');
    expect(await ask(JSON.stringify({ a: "b".repeat(limitBytes) }))).toBe("body_too_large");
  });

  it("rejects a body that was consumed and not stored", async () => {
    const address = await mount(returnBody, [consumeBody]);
    expect(await (await fetch(address, { ...post, body: "{}" })).text()).toBe("body_already_read");
  });

  it("stops at the limit without an announced length, and responds", async () => {
    const address = await mount(returnBody);
    const body = ReadableStream.from(
      Array.from({ length: 64 }, () => new Uint8Array(65_536).fill(32)),
    );
    const response = await fetch(address, { ...post, body, duplex: "half" });
    expect(await response.text()).toBe("body_too_large");
  });

  it("reads the body after `authenticate` read a copy of it", async () => {
    const address = await mount(async (request) => {
      const seen = await request.toRequest().clone().text();
      return { status: 200, headers: [], body: seen + (await textOf(request)) };
    });
    expect(await (await fetch(address, { ...post, body: '{"a":1}' })).text()).toBe(
      '{"a":1}{"a":1}',
    );
  });

  it("creates one complete web Request", async () => {
    let seen: unknown;
    const address = await mount(async (request) => {
      const web = request.toRequest();
      const { method, url, headers } = web;
      seen = [web instanceof Request, web === request.toRequest(), method, url, headers.get("x-a")];
      return { status: 204, headers: [], body: null };
    });
    await fetch(`${address}/treasury?a=1`, { headers: { "x-a": "b" } });
    expect(seen).toEqual([true, true, "GET", `${address}/treasury?a=1`, "b"]);
  });

  it("creates no web Request for a signed-in caller whose checks read headers", async () => {
    const constructed = vi.fn<() => void>();
    const RealRequest = Request;
    vi.stubGlobal(
      "Request",
      class extends RealRequest {
        constructor(...given: ConstructorParameters<typeof Request>) {
          super(...given);
          constructed();
        }
      },
    );
    const digest = createHash("sha256").update("ada-token").digest("hex");
    const checks: AccessRules = {
      authenticate: operatorTokens(`Ada:${digest}`),
      authorize: ({ headers }) => headers.get("x-team") === "ledger",
      rateLimit: ({ headers }) => (headers.get("x-slow") === null ? null : 1),
    };
    const headers = { authorization: "Bearer ada-token", "x-team": "ledger" };
    const reset = { ...post, headers: { ...post.headers, ...headers }, body: "{}" };
    const cheap = await mountTreasury(checks);
    expect((await fetch(cheap, { headers })).status).toBe(200);
    expect((await fetch(`${cheap}/reset`, reset)).status).toBe(200);
    expect(constructed).not.toHaveBeenCalled();
    const seen: Request[] = [];
    const reading = await mountTreasury({
      authenticate: ({ request }) => ({ name: String(seen.push(request)) }),
      authorize: ({ request }) => seen.push(request) > 0,
    });
    expect((await fetch(`${reading}/reset`, reset)).status).toBe(200);
    expect(constructed).toHaveBeenCalledTimes(1);
    expect(seen[0]).toBe(seen[1]);
  });

  it("creates standard `Headers` once, and only for checks that read them all", async () => {
    const constructed = vi.fn<() => void>();
    const RealHeaders = Headers;
    vi.stubGlobal(
      "Headers",
      class extends RealHeaders {
        constructor(...given: ConstructorParameters<typeof Headers>) {
          super(...given);
          constructed();
        }
      },
    );
    const cheap = await mountTreasury({
      authenticate: () => ({ name: "Ada" }),
      authorize: () => true,
    });
    expect((await fetch(cheap)).status).toBe(200);
    expect(constructed).not.toHaveBeenCalled();
    const reading = await mountTreasury({
      authenticate: ({ headers }) => (headers instanceof RealHeaders ? { name: "Ada" } : null),
      authorize: ({ headers }) => new RealHeaders(headers).get("x-team") === "ledger",
    });
    expect((await fetch(reading, { headers: { "x-team": "ledger" } })).status).toBe(200);
    expect(constructed).toHaveBeenCalledTimes(1);
  });

  it("sends a stream in chunks, and cancels it when its reader disconnects", async () => {
    const cancelled = Promise.withResolvers<string>();
    const body = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("first")),
        cancel: () => cancelled.resolve("cancelled"),
      });
    const address = await mount(async () => ({ status: 200, headers: [], body: body() }));
    const response = await fetch(address);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
    await reader?.cancel();
    expect(await cancelled.promise).toBe("cancelled");
  });

  it("aborts the signal when the caller disconnects, but not after a response", async () => {
    const signals: AbortSignal[] = [];
    const address = await mount(async (request) => {
      signals.push(request.signal);
      return { status: 200, headers: [], body: "{}" };
    });
    await (await fetch(address)).text();
    const gone = await mount(async (request, context) => {
      const { socket } = (context as { native: ExpressRequest & { socket: Socket } }).native;
      signals.push(request.signal);
      socket.destroy();
      await once(request.signal, "abort");
      return { status: 200, headers: [], body: "{}" };
    });
    await expect(fetch(gone)).rejects.toThrow("fetch failed");
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
  });

  it("responds to HEAD with the headers and without the text", async () => {
    const headers = [["x-a", "b"]] as const;
    const address = await mount(async () => ({ status: 200, headers, body: "grüße" }));
    const response = await fetch(address, { method: "HEAD" });
    expect([response.headers.get("x-a"), await response.text()]).toEqual(["b", ""]);
  });

  it("fails to read a body after the caller disconnected", async () => {
    const failure = Promise.withResolvers<unknown>();
    const address = await mount(async (request) => {
      await request.bytes(1_000).then(failure.resolve, failure.resolve);
      return { status: 200, headers: [], body: null };
    });
    const { hostname, port, host, pathname } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\n\r\n{`, () =>
      setTimeout(() => socket.destroy(), 20),
    );
    expect(await failure.promise).toBeInstanceOf(Error);
  });
});
