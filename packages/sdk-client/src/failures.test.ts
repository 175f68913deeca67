import { type ErrorBody, errorCatalogue } from "@agent-treasury/contract";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { answers } from "./answers.fixture.ts";
import { createTreasuryClient } from "./create-treasury-client.ts";
import {
  TreasuryApiError,
  isTreasuryApiError,
  isTreasuryConnectionError,
  isTreasuryTimeoutError,
} from "./errors.ts";

const origin = "http://treasury.test";
const server = setupServer();
const client = createTreasuryClient({ baseUrl: origin, maximumRetries: 0 });

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (answer) => {
      throw new Error(`Expected a failure, got ${JSON.stringify(answer)}.`);
    },
    (error: unknown) => error,
  );
}

describe("a failed response", () => {
  it("has status, code, message and request id, for every code of the catalogue", async () => {
    for (const [code, { status, remedy }] of Object.entries(errorCatalogue)) {
      const body = { error: `It failed. ${remedy}`, code, requestId: "req-1" } as ErrorBody;
      server.use(http.all("*", () => HttpResponse.json({ ...body }, { status })));
      const error = await rejection(client.agent.run({ message: "Hello." }));
      expect(error).toBeInstanceOf(TreasuryApiError);
      expect(isTreasuryApiError(error)).toBe(true);
      expect(error).toMatchObject({
        name: "TreasuryApiError",
        message: body.error,
        status,
        code,
        requestId: "req-1",
        retryAfterSeconds: null,
      });
    }
  });

  it("has the seconds to wait", async () => {
    const body = { error: "Busy.", code: "service_busy", requestId: "req-1" };
    server.use(
      http.all("*", () =>
        HttpResponse.json(body, { status: 503, headers: { "retry-after": "7" } }),
      ),
    );
    const error = await rejection(client.treasury.reset());
    expect(error).toMatchObject({ status: 503, code: "service_busy", retryAfterSeconds: 7 });
  });

  it("keeps a code unknown to this client", async () => {
    const body = { error: "New.", code: "from_the_future", requestId: "req-1" };
    server.use(http.all("*", () => HttpResponse.json(body, { status: 418 })));
    expect(await rejection(client.health())).toMatchObject({ code: "from_the_future" });
  });
});

describe("an unexpected response", () => {
  const page = `<html><body><h1>502 Bad   Gateway</h1>${"<p>Sorry.</p>".repeat(500)}</body></html>`;

  it.each([
    {
      title: "a proxy's page",
      status: 502,
      type: "text/html",
      text: page,
      says: "<h1>502 Bad",
    },
    { title: "an app's page under 200", status: 200, type: "text/html", text: page, says: "200" },
    {
      title: "an empty answer",
      status: 200,
      type: "application/json",
      text: "",
      says: `begins: ""`,
    },
    { title: "JSON cut short", status: 200, type: "application/json", text: '{"ok":', says: "ok" },
    {
      title: "another JSON",
      status: 404,
      type: "application/json",
      text: '{"detail":"no"}',
      says: "no",
    },
    {
      title: "an empty object",
      status: 200,
      type: "application/json",
      text: "{}",
      says: "{}",
    },
    {
      title: "a bare JSON value",
      status: 200,
      type: "application/json",
      text: "null",
      says: "null",
    },
  ])("is detected: $title", async ({ status, type, text, says }) => {
    server.use(
      http.all(
        "*",
        () =>
          new HttpResponse(text, {
            status,
            headers: { "content-type": type, "x-request-id": "edge-9" },
          }),
      ),
    );
    const error = await rejection(client.treasury.state());
    expect(error).toMatchObject({ status, code: "unexpected_answer", requestId: "edge-9" });
    expect(String(error)).toContain(`${origin}/api/service/treasury (${status}`);
    expect(String(error)).toContain("baseUrl");
    expect(String(error)).toContain(says);
    expect(String(error).length).toBeLessThan(400);
  });
});

it("names the address that was called if the base URL contains the base path", async () => {
  const { handler } = createTreasury({ baseUrl: origin, storage: memoryStorage() });
  server.use(http.all("*", ({ request }) => handler(request)));
  const twice = createTreasuryClient({ baseUrl: `${origin}/api/service` });
  expect(await rejection(twice.treasury.state())).toMatchObject({
    status: 404,
    message: expect.stringMatching(
      /"\/api\/service\/api\/service\/treasury", which contains the base path twice\. A client's `baseUrl`/,
    ),
  });
});

describe("no response", () => {
  it("rejects with a connection error with its cause", async () => {
    server.use(http.all("*", () => HttpResponse.error()));
    const error = await rejection(client.treasury.confirmDeposit({ sessionId: "cs_secret" }));
    expect(isTreasuryConnectionError(error)).toBe(true);
    expect(isTreasuryApiError(error)).toBe(false);
    expect((error as Error).cause).toBeInstanceOf(Error);
    expect(String(error)).toContain(`GET /treasury/deposit at ${origin} got no answer`);
    expect(String(error)).not.toContain("cs_secret");
  });

  it.each([
    ["https://app.example.com", "allows pages of https://app.example.com"],
    [origin, "that the service runs."],
  ])("names the page's origin in a browser if it is another one: %s", async (page, remedy) => {
    vi.stubGlobal("location", { origin: page });
    server.use(http.all("*", () => HttpResponse.error()));
    expect(String(await rejection(client.health()))).toContain(remedy);
    vi.unstubAllGlobals();
  });

  it("rejects with a connection error if the response breaks off", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{"ok":'));
        controller.error(new TypeError("terminated"));
      },
    });
    const error = await rejection(
      createTreasuryClient({ baseUrl: origin, fetch: async () => new Response(broken) }).health(),
    );
    expect(isTreasuryConnectionError(error)).toBe(true);
  });

  it("rejects with a timeout error after the timeout", async () => {
    const silent = createTreasuryClient({
      baseUrl: origin,
      timeoutMs: 5,
      fetch: () => new Promise<Response>(() => {}),
    });
    const error = await rejection(silent.agent.run({ message: "Hello." }));
    expect(isTreasuryTimeoutError(error)).toBe(true);
    expect(isTreasuryConnectionError(error)).toBe(false);
    expect(String(error)).toContain("may have taken effect");
  });

  it("rejects with a timeout error if the response stalls", async () => {
    const stalled = createTreasuryClient({
      baseUrl: origin,
      fetch: async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
    });
    const error = await rejection(stalled.health({ timeoutMs: 5 }));
    expect(isTreasuryTimeoutError(error)).toBe(true);
  });

  it("rejects with the signal's reason when aborted", async () => {
    const reason = new Error("The person left.");
    const aborted = new AbortController();
    aborted.abort(reason);
    expect(await rejection(client.health({ signal: aborted.signal }))).toBe(reason);

    const controller = new AbortController();
    server.use(
      http.all("*", async ({ request }) => {
        controller.abort(reason);
        await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
        return HttpResponse.json({ ...answers.runTurn });
      }),
    );
    const running = client.agent.run({ message: "Hello." }, { signal: controller.signal });
    expect(await rejection(running)).toBe(reason);
  });

  it("passes on an error of the caller's header function", async () => {
    const reason = new Error("Signed out.");
    const signedOut = createTreasuryClient({
      baseUrl: origin,
      headers: () => Promise.reject(reason),
    });
    expect(await rejection(signedOut.health())).toBe(reason);
  });
});

it("does not match other values as its errors", () => {
  for (const value of [null, undefined, "error", new Error("no"), { status: 500 }]) {
    expect(isTreasuryApiError(value)).toBe(false);
    expect(isTreasuryConnectionError(value)).toBe(false);
    expect(isTreasuryTimeoutError(value)).toBe(false);
  }
});
