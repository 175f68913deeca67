import type { RequestListener } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReceivedRequest } from "./receiver.fixture.ts";
import { openWebhooks, turnEnded, workspaceId } from "./test-webhooks.fixture.ts";

/** Longer than a slow machine needs. */
const patienceMs = 120_000;

function verify(secret: string, { body, headers }: ReceivedRequest): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

const answers = (...statuses: readonly number[]): RequestListener => {
  const remaining = [...statuses];
  return (_request, response) => response.writeHead(remaining.shift() ?? 200).end();
};

describe("a delivery", () => {
  it("is verified by standardwebhooks, with the event's id, type, time and data", async () => {
    const { add, deliver, received } = await openWebhooks();
    const { id, secret } = await add();
    expect(await deliver(turnEnded, id)).toEqual({ note: "HTTP 200" });
    const [request] = received as [ReceivedRequest];
    expect(request.url).toBe("/hook");
    expect(request.headers["webhook-id"]).toBe(turnEnded.id);
    expect(verify(secret, request)).toEqual({
      type: "turn.ended",
      timestamp: turnEnded.at,
      data: turnEnded,
    });
    const other = await add();
    expect(() => verify(other.secret, request)).toThrow("No matching signature");
    const changed = { ...request, body: request.body.replace("turn_1", "turn_2") };
    expect(() => verify(secret, changed)).toThrow("No matching signature");
  });

  it("has the same id and a new time in each attempt", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { add, deliver, received } = await openWebhooks({ answer: answers(500, 503) });
    const { id, secret } = await add();
    await expect(deliver(turnEnded, id)).rejects.toMatchObject({
      code: "outbound_failed",
      message: "HTTP 500",
    });
    vi.setSystemTime(Date.now() + 30_000);
    await expect(deliver(turnEnded, id)).rejects.toMatchObject({ message: "HTTP 503" });
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await deliver(turnEnded, id)).toEqual({ note: "HTTP 200" });
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3);
    expect(verify(secret, received[2]!)).toMatchObject({ type: "turn.ended" });
    expect(() => verify(secret, received[0]!)).toThrow("timestamp too old");
    vi.useRealTimers();
  });
});

describe("a rotated secret", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("and the previous one are valid for a day", async () => {
    const { add, call, deliver, received } = await openWebhooks();
    const { id, secret: first } = await add();
    const { body } = await call("POST", `/endpoints/${id}/rotate`);
    // The commit's time is that of the storage, which is estimated.
    const lifeMs = Date.parse(body.endpoint.previousSecretUntil) - Date.now();
    expect(Math.round(lifeMs / 60_000)).toBe(24 * 60);
    await deliver(turnEnded, id);
    expect(verify(first, received[0]!)).toEqual(verify(body.secret, received[0]!));

    vi.setSystemTime(Date.now() + lifeMs + 1);
    await deliver(turnEnded, id);
    expect(verify(body.secret, received[1]!)).toMatchObject({ type: "turn.ended" });
    expect(() => verify(first, received[1]!)).toThrow("No matching signature");
    expect((await call("GET", "/endpoints")).body.endpoints[0].previousSecretUntil).toBeNull();
  });

  it("ends all but the last of its predecessors", async () => {
    const { add, call, deliver, received } = await openWebhooks();
    const { id, secret: first } = await add();
    const { body: second } = await call("POST", `/endpoints/${id}/rotate`);
    const { body: third } = await call("POST", `/endpoints/${id}/rotate`);
    await deliver(turnEnded, id);
    for (const { secret } of [second, third]) verify(secret, received[0]!);
    expect(() => verify(first, received[0]!)).toThrow("No matching signature");
  });
});

describe("a receiver", () => {
  it("that answers 410 disables its endpoint", async () => {
    const { add, call, deliver, events, received } = await openWebhooks({ answer: answers(410) });
    const { id } = await add();
    expect(await events.targets?.(workspaceId)).toEqual([{ id, kinds: null, since: 0 }]);
    await expect(deliver(turnEnded, id)).rejects.toMatchObject({ message: "HTTP 410" });
    expect(await events.targets?.(workspaceId)).toEqual([]);
    const { body } = await call("GET", "/endpoints");
    expect(body.endpoints).toMatchObject([{ id, disabledReason: "HTTP 410" }]);
    await expect(deliver(turnEnded, id)).rejects.toThrow("The endpoint is disabled.");
    const replayed = await call("POST", `/endpoints/${id}/replay`);
    expect(replayed).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    expect(received).toHaveLength(1);
  });

  it("that redirects does not receive the event elsewhere", async () => {
    const { add, deliver, received } = await openWebhooks({
      answer: (_request, response) => response.writeHead(308, { location: "/other" }).end(),
    });
    const { id } = await add();
    await expect(deliver(turnEnded, id)).rejects.toMatchObject({ message: "HTTP 308" });
    expect(received.map(({ url }) => url)).toEqual(["/hook"]);
  });

  it("with an endless response has received the event", async () => {
    let closed = false;
    const { add, deliver } = await openWebhooks({
      answer: (_request, response) => {
        const write = (): void => {
          while (!response.destroyed && response.write("x".repeat(65_536)));
        };
        response.on("drain", write).on("close", () => (closed = true));
        write();
      },
    });
    const { id } = await add();
    expect(await deliver(turnEnded, id)).toEqual({ note: "HTTP 200" });
    await vi.waitFor(() => expect(closed).toBe(true), patienceMs);
  });

  it("that is slow has 10 seconds", async () => {
    const timeouts: number[] = [];
    const { add, deliver } = await openWebhooks({
      answer: (_request, response) => response.write("begun"),
      outbound: (fetch) => (request) => {
        timeouts.push(request.timeoutMs);
        return fetch({ ...request, timeoutMs: 50 });
      },
    });
    const { id } = await add();
    await expect(deliver(turnEnded, id)).rejects.toMatchObject({
      code: "outbound_failed",
      message: expect.stringContaining("did not respond within"),
    });
    expect(timeouts).toEqual([10_000]);
  });

  it.each([
    ["120", "120"],
    ["86400", "3600"],
    [new Date(Date.now() + 600_000_000).toUTCString(), "3600"],
    ["-5", undefined],
    ["soon", undefined],
  ])("with retry-after %s is called again after %s seconds", async (given, expected) => {
    const { add, deliver } = await openWebhooks({
      answer: (_request, response) => response.writeHead(429, { "retry-after": given }).end(),
    });
    const { id } = await add();
    const headers = expected === undefined ? {} : { "retry-after": expected };
    await expect(deliver(turnEnded, id)).rejects.toMatchObject({ message: "HTTP 429", headers });
  });

  it("at a private address is not called", async () => {
    const { call, deliver, received, url } = await openWebhooks();
    const port = new URL(url).port;
    for (const host of ["169.254.169.254", "[::1]", "[::ffff:127.0.0.1]", "0x7f.2"]) {
      const added = await call("POST", "/endpoints", { url: `https://${host}:${port}/` });
      const delivery = deliver(turnEnded, added.body.endpoint.id);
      await expect(delivery).rejects.toMatchObject({ code: "address_refused" });
    }
    expect(received).toEqual([]);
  });
});
