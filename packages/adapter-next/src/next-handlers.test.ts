import { TreasuryError } from "@agent-treasury/provider";
import { NextRequest } from "next/server.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nextHandlers } from "./next-handlers.ts";
import type { MountedTreasury } from "./treasury-loader.ts";

/** A request as Next creates it: its URL contains the host that Next listens on. */
function requestTo(path: string, host: string | null, init?: RequestInit): Request {
  const request = new Request(`http://localhost:3000${path}`, init);
  if (host !== null) request.headers.set("host", host);
  return request;
}

const returnAddress: MountedTreasury = {
  handler: async ({ url, method }) => new Response(`${method} ${url}`),
};

describe("the route handlers", () => {
  const errors = vi.fn<(...messages: unknown[]) => void>();
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(errors);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    errors.mockReset();
  });

  it("exist for every method that Next supports", async () => {
    const handlers = nextHandlers(returnAddress);
    for (const [method, handle] of Object.entries(handlers)) {
      const response = await handle(requestTo("/api/service/health", "localhost:3000", { method }));
      const body = `${method} http://localhost:3000/api/service/health`;
      expect(await response.text()).toBe(method === "HEAD" ? "" : body);
    }
    expect(Object.keys(handlers).toSorted()).toEqual(
      ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"].toSorted(),
    );
  });

  it.each(["treasury.example", "127.0.0.1:8080", "[::1]:3000"])(
    "use the requested host %j",
    async (host) => {
      const response = await nextHandlers(returnAddress).GET(
        requestTo("/api/service/treasury?workspaceId=a%20b", host),
      );
      expect(await response.text()).toBe(
        `GET http://${host}/api/service/treasury?workspaceId=a%20b`,
      );
    },
  );

  it.each([null, "", "a@b", "a/b", "a b", "a:b"])("reject the host %j", async (host) => {
    const response = await nextHandlers(returnAddress).GET(requestTo("/api/service/health", host));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_request" });
    expect(errors).not.toHaveBeenCalled();
  });

  it("pass on Next's own request, its body and its signal", async () => {
    const controller = new AbortController();
    const { POST } = nextHandlers({
      handler: async (request) => {
        const text = await request.text();
        controller.abort();
        return Response.json({ text, aborted: request.signal.aborted, url: request.url });
      },
    });
    const response = await POST(
      new NextRequest("http://localhost:3000/api/service/agent", {
        method: "POST",
        headers: { host: "treasury.example", "content-type": "application/json" },
        body: '{"message":"grüße"}',
        signal: controller.signal,
      }),
    );
    expect(await response.json()).toEqual({
      text: '{"message":"grüße"}',
      aborted: true,
      url: "http://treasury.example/api/service/agent",
    });
  });

  it("log an unexpected error and do not send it to the caller", async () => {
    const unexpected = new Error("secret");
    const { GET } = nextHandlers({ handler: () => Promise.reject(unexpected) });
    const response = await GET(requestTo("/api/service/health", "localhost:3000"));
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain("secret");
    const { requestId } = JSON.parse(text) as { requestId: string };
    expect(errors).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(requestId), unexpected);
  });
});

const ask = (): Request => requestTo("/api/service/health", "localhost:3000");

const fail = (): never => {
  throw new TreasuryError("storage_error", "The database is starting.");
};

describe("a treasury created on demand", () => {
  it("is not created before the first request", () => {
    const make = vi.fn<() => MountedTreasury>(() => returnAddress);
    nextHandlers(make);
    expect(make).not.toHaveBeenCalled();
  });

  it("is created once for concurrent requests", async () => {
    const make = vi.fn<() => Promise<MountedTreasury>>(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return returnAddress;
    });
    const { GET, POST } = nextHandlers(make);
    await Promise.all([GET(ask()), GET(ask()), POST(ask())]);
    await GET(ask());
    expect(make).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["throws", fail],
    ["rejects", () => Promise.resolve().then(fail)],
  ])("is created again after an attempt that %s", async (_case, failing) => {
    const attempts: (() => MountedTreasury | Promise<MountedTreasury>)[] = [failing];
    const { GET } = nextHandlers(() => (attempts.shift() ?? (() => returnAddress))());
    const refused = await GET(ask());
    expect(refused.status).toBe(500);
    expect(await refused.json()).toMatchObject({ code: "storage_error" });
    const answered = await GET(ask());
    expect(answered.status).toBe(200);
  });
});
