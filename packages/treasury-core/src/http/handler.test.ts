import { routeErrors } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it, vi } from "vitest";
import { type TreasuryOptions, createTreasury } from "../index.ts";
import { memoryStorage } from "../memory.ts";
import type { FailureReport } from "./failure-log.ts";
import { type TreasuryHandler, serveOf } from "./handler.ts";
import { countingPayments } from "./outside-world.fixture.ts";
import { fromRequest } from "./service-request.ts";

function handlerOf(options: Partial<TreasuryOptions> = {}): TreasuryHandler {
  const storage = memoryStorage();
  return createTreasury({ baseUrl: "http://localhost:3000", storage, ...options }).handler;
}

function asked(path: string, init?: RequestInit): Request {
  return new Request(`http://localhost:3000/api/service${path}`, init);
}

const failing = {
  ...memoryStorage(),
  view: () => Promise.reject(new Error("The disk is full.")),
};

describe("the handler", () => {
  it("reports internal failures with request and operation", async () => {
    const reports: FailureReport[] = [];
    const handler = handlerOf({ storage: failing, onFailure: (report) => reports.push(report) });
    const headers = { "x-request-id": "abc" };
    expect((await handler(asked("/treasury", { headers }))).status).toBe(500);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      requestId: "abc",
      action: "readTreasury",
      error: { message: "The disk is full." },
    });
  });

  it("limits concurrent verifications, so that they do not use all storage connections", async () => {
    const storage = memoryStorage();
    let [open, most] = [0, 0];
    const counted = Object.assign(memoryStorage(), {
      async *copy(workspaceId: string) {
        open += 1;
        most = Math.max(most, open);
        yield* storage.copy(workspaceId);
        open -= 1;
      },
    });
    const handler = handlerOf({ storage: counted });
    const answers = Array.from({ length: 50 }, (_, index) =>
      handler(asked(`/treasury/verify?workspaceId=w${index}`)),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(most).toBe(2);
  });

  it("does not report callers' mistakes", async () => {
    const onFailure = vi.fn<(report: FailureReport) => void>();
    const handler = handlerOf({ onFailure });
    for (const [path, status] of [
      ["/nothing", 404],
      ["/treasury?workspaceId=a/b", 400],
      ["/agents/memory-1", 404],
    ] as const) {
      expect((await handler(asked(path))).status).toBe(status);
    }
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ proposalId: "prop_none", decision: "approve" }),
    };
    expect((await handler(asked("/treasury/decide", init))).status).toBe(500);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it("does not report callers that disconnect while they send a body, on any path", async () => {
    const onFailure = vi.fn<(report: FailureReport) => void>();
    const handler = handlerOf({
      onFailure,
      access: "guests",
      payments: { processor: { ...countingPayments(), events: async () => [] } },
      mcp: {
        server: { specificationVersion: "1", answer: async () => new Response("{}") },
        authenticate: ({ request: { url } }) =>
          url.endsWith("/mcp") ? { name: "buyer", workspaceId: "acme" } : null,
      },
    });
    for (const path of ["/treasury/reset", "/treasury/webhook", "/mcp"]) {
      const body = new ReadableStream({
        pull: (controller) => controller.error(new Error("The connection was reset.")),
      });
      const headers = { "content-type": "application/json" };
      const request = asked(path, { method: "POST", headers, body, duplex: "half" } as RequestInit);
      const answer = await handler(request);
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: "invalid_json" }]);
    }
    expect(onFailure).not.toHaveBeenCalled();
    // Other routes reject a body that is not JSON, but this one accepts any bytes.
    expect(routeErrors("receiveWebhook")).toContain("invalid_json");
  });

  it("responds even if reporting fails", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const handler = handlerOf({
      storage: failing,
      onFailure: () => {
        throw new Error("The collector is down.");
      },
    });
    expect((await handler(asked("/treasury"))).status).toBe(500);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });

  it("passes the request and the framework's own request to authenticate", async () => {
    const authenticate = vi.fn<NonNullable<TreasuryOptions["authenticate"]>>(() => ({
      name: "Ada",
    }));
    const native = { user: "Ada" };
    const request = asked("/treasury");
    const handler = handlerOf({ authenticate });
    expect((await handler(request, { native })).status).toBe(200);
    expect(authenticate).toHaveBeenCalledExactlyOnceWith({
      headers: request.headers,
      request,
      native,
    });
  });

  it("returns service errors that the checks throw", async () => {
    const handler = handlerOf({
      authenticate: () => {
        throw new TreasuryError("unauthenticated", "The token ran out on Tuesday.");
      },
    });
    const response = await handler(asked("/treasury"));
    expect(response.status).toBe(401);
    expect(await response.text()).toContain("ran out on Tuesday");
  });

  it("reads no body of a rejected caller", async () => {
    const request = asked("/agent", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    const response = await handlerOf({ authenticate: () => null })(request);
    expect([response.status, request.bodyUsed]).toEqual([401, false]);
  });

  it("is mounted at the configured path", async () => {
    const handler = handlerOf({ basePath: "/money" });
    const response = await handler(new Request("http://localhost:3000/money/treasury"));
    expect(response.status).toBe(200);
    expect((await handler(asked("/treasury"))).status).toBe(404);
  });

  it("passes the received request to `authenticate`", async () => {
    const request = asked("/treasury");
    const seen: Request[] = [];
    const handler = handlerOf({
      authenticate: (input) => {
        seen.push(input.request);
        return { name: "Ada" };
      },
    });
    expect((await handler(request)).status).toBe(200);
    expect(seen).toEqual([request]);
  });
});

describe("the `serve` function of a handler", () => {
  it("is the treasury's own, with the same results", async () => {
    const handler = handlerOf();
    const { status, headers, body } = await serveOf(handler)(fromRequest(asked("/health")));
    const response = await handler(asked("/health"));
    expect([status, body]).toEqual([response.status, await response.text()]);
    expect(Array.from(headers, ([name]) => name).toSorted()).toEqual([...response.headers.keys()]);
  });

  it("never bypasses a function that wraps the handler", async () => {
    const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage() });
    const locked = { ...treasury, handler: async () => new Response(null, { status: 401 }) };
    expect((await serveOf(locked.handler)(fromRequest(asked("/treasury")))).status).toBe(401);
  });
});
