import { type TreasuryHandler, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answers } from "./answers.fixture.ts";
import { createTreasuryClient } from "./create-treasury-client.ts";
import { isTreasuryApiError, isTreasuryConnectionError, isTreasuryTimeoutError } from "./errors.ts";
import type { TreasuryClientOptions } from "./options.ts";
import type { TreasuryClient } from "./treasury-client.ts";

const baseUrl = "http://localhost:3000";

type Turn = (request: Request) => Response | Promise<Response>;

/** A client that receives these responses in turn, and the requests it sent. */
function answeredBy(
  turns: readonly Turn[],
  options: Partial<TreasuryClientOptions> = {},
): { client: TreasuryClient; sent: Request[] } {
  const sent: Request[] = [];
  const client = createTreasuryClient({
    baseUrl,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const turn = turns[Math.min(sent.length, turns.length - 1)];
      sent.push(request.clone());
      return turn!(request);
    },
    ...options,
  });
  return { client, sent };
}

const keysOf = (sent: readonly Request[]): (string | null)[] =>
  sent.map(({ headers }) => headers.get("idempotency-key"));

const refusal =
  (status: number, code: string, headers: Record<string, string> = {}): Turn =>
  () =>
    Response.json({ error: "Not now.", code, requestId: "r" }, { status, headers });

const broken: Turn = () => {
  throw new TypeError("fetch failed");
};

const gatewayPage =
  (status: number): Turn =>
  () =>
    new Response("<h1>Bad Gateway</h1>", { status, headers: { "content-type": "text/html" } });

/** The body breaks off: the service ran the request, and the connection broke. */
const cutShort: Turn = () =>
  new Response(
    new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        controller.error(new TypeError("terminated"));
      },
    }),
  );

async function settle(call: Promise<unknown>): Promise<unknown> {
  const settled = call.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return settled;
}

const keyed = [
  ["startDeposit", (client: TreasuryClient) => client.treasury.deposit({ amountUsd: 5 })],
  [
    "decideProposal",
    (client: TreasuryClient) => client.treasury.decide({ proposalId: "p", decision: "approve" }),
  ],
  ["resetTreasury", (client: TreasuryClient) => client.treasury.reset()],
  ["provisionMachine", (client: TreasuryClient) => client.machines.provision()],
  ["runTurn", (client: TreasuryClient) => client.agent.run({ message: "Buy." })],
] as const;

describe("a call that the service deduplicates by key", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  describe.each(keyed)("%s", (name, call) => {
    it.each([
      ["429", refusal(429, "too_many_turns")],
      ["503", refusal(503, "service_busy")],
      ["a first attempt that still runs", refusal(409, "idempotency_key_in_use")],
      ["a connection that breaks", broken],
      ["an answer that breaks off", cutShort],
      ["a proxy's page under 502", gatewayPage(502)],
      ["a proxy's page under 504", gatewayPage(504)],
    ])("is retried after %s, with the same key and body", async (_, failure) => {
      const { client, sent } = answeredBy([failure, failure, () => Response.json(answers[name])]);
      expect(await settle(call(client))).toEqual(answers[name]);
      const [key, ...others] = keysOf(sent);
      expect(key).toMatch(/^\d+(-\d+){3}$/);
      expect(others).toEqual([key, key]);
      const bodies = await Promise.all(sent.map((request) => request.text()));
      expect(new Set(bodies).size).toBe(1);
      expect(bodies[0]).toContain("{");
    });

    it("has its own key for each call", async () => {
      const { client, sent } = answeredBy([() => Response.json(answers[name])]);
      await call(client);
      await call(client);
      expect(new Set(keysOf(sent)).size).toBe(2);
    });

    it.each([
      [400, "invalid_request"],
      [409, "idempotency_key_reused"],
      [409, "already_decided"],
      [500, "storage_error"],
      [502, "bad_gateway"],
    ])("is not retried after %i %s", async (status, code) => {
      const { client, sent } = answeredBy([refusal(status, code)]);
      expect(await settle(call(client))).toMatchObject({ status, code });
      expect(sent).toHaveLength(1);
    });
  });

  it("is sent at most three times by default, and then fails", async () => {
    const { client, sent } = answeredBy([broken]);
    expect(isTreasuryConnectionError(await settle(client.treasury.reset()))).toBe(true);
    expect(sent).toHaveLength(3);
    const patient = answeredBy([refusal(503, "service_busy")], { maximumRetries: 5 });
    expect(isTreasuryApiError(await settle(patient.client.treasury.reset()))).toBe(true);
    expect(patient.sent).toHaveLength(6);
    const never = answeredBy([broken], { maximumRetries: 0 });
    await settle(never.client.treasury.reset());
    expect(keysOf(never.sent)).toEqual([expect.any(String)]);
  });

  it("waits at most ten seconds before a retry", async () => {
    const busy = refusal(409, "idempotency_key_in_use", { "retry-after": "86400" });
    const { client, sent } = answeredBy([busy, () => Response.json(answers.resetTreasury)]);
    const call = client.treasury.reset();
    await vi.advanceTimersByTimeAsync(9_900);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await call).toEqual(answers.resetTreasury);
  });

  it("ends at the timeout of the whole call, also during a wait", async () => {
    const busy = refusal(503, "service_busy", { "retry-after": "9" });
    const { client, sent } = answeredBy([busy], { maximumRetries: 100 });
    const call = client.treasury.reset({}, { timeoutMs: 20_000 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(20_001);
    expect(isTreasuryTimeoutError(await call)).toBe(true);
    expect(sent).toHaveLength(3);
  });

  it("rejects at once when aborted during a wait", async () => {
    const busy = refusal(503, "service_busy", { "retry-after": "5" });
    const { client, sent } = answeredBy([busy]);
    const controller = new AbortController();
    const call = client.treasury
      .reset({}, { signal: controller.signal })
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    const reason = new Error("The person left.");
    controller.abort(reason);
    expect(await call).toBe(reason);
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(1);
  });
});

describe("an idempotency key from the caller", () => {
  it("is sent with any POST, and with no other method", async () => {
    const { client, sent } = answeredBy([() => Response.json(answers.readTreasury)]);
    const call = { idempotencyKey: "order-7" };
    await client.treasury.deposit({ amountUsd: 5 }, call);
    await client.agent.run({ message: "Go." }, call);
    await client.machines.exec("m-1", { command: "true" }, call);
    await client.treasury.state({}, call);
    await client.machines.destroy("m-1", call);
    expect(keysOf(sent)).toEqual(["order-7", "order-7", "order-7", null, null]);
  });

  it("can be given in the headers, which take precedence", async () => {
    const { client, sent } = answeredBy([() => Response.json(answers.readTreasury)], {
      headers: () => ({ "Idempotency-Key": "order-8" }),
    });
    await client.treasury.reset();
    expect(keysOf(sent)).toEqual(["order-8"]);
  });

  it("does not make commands retryable", async () => {
    const { client, sent } = answeredBy([broken]);
    const call = { idempotencyKey: "order-9" };
    const run = client.machines.exec("m-1", { command: "true" }, call);
    await expect(run).rejects.toThrow("got no answer");
    expect(sent).toHaveLength(1);
  });
});

/** A client of a real treasury in this process, whose first responses are lost. */
function lossy(
  handler: TreasuryHandler,
  lost: number,
  stripKey = false,
): { client: TreasuryClient; acted: () => number } {
  let acted = 0;
  const client = createTreasuryClient({
    baseUrl,
    workspaceId: "acme",
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (stripKey) request.headers.delete("idempotency-key");
      const response = await handler(request);
      acted += 1;
      if (acted <= lost) throw new TypeError("fetch failed");
      return response;
    },
  });
  return { client, acted: () => acted };
}

describe("a connection that breaks after the request took effect", () => {
  it("has one effect, because the client retries with the same key", async () => {
    const storage = memoryStorage();
    const { handler } = createTreasury({ baseUrl, storage });
    const { client, acted } = lossy(handler, 2);
    expect((await client.treasury.reset()).workspaceId).toBe("acme");
    expect(acted()).toBe(3);
    const [snapshot] = await storage.load([{ workspaceId: "acme", keys: [] }]);
    expect(snapshot?.head?.epoch).toBe(2);
  });

  it("would have three effects without the key", async () => {
    const storage = memoryStorage();
    const { handler } = createTreasury({ baseUrl, storage });
    await lossy(handler, 2, true).client.treasury.reset();
    const [snapshot] = await storage.load([{ workspaceId: "acme", keys: [] }]);
    expect(snapshot?.head?.epoch).toBe(4);
  });
});
