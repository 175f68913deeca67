import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answers } from "./answers.fixture.ts";
import { newPasskey } from "./calls.fixture.ts";
import { createTreasuryClient } from "./create-treasury-client.ts";
import type { TreasuryClient } from "./treasury-client.ts";

const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: "Not now.", code: "service_busy", requestId: "r" }, { status, headers });

/** A client that receives these responses in turn, and the number of requests. */
function answeredBy(...turns: (() => Response)[]): { client: TreasuryClient; sent: () => number } {
  let sent = 0;
  const client = createTreasuryClient({
    baseUrl: "http://treasury.test",
    fetch: async () => {
      const turn = turns[Math.min(sent, turns.length - 1)];
      sent += 1;
      return turn!();
    },
  });
  return { client, sent: () => sent };
}

const broken = (): Response => {
  throw new TypeError("fetch failed");
};

/** The result of a call, with all waits skipped. */
async function settle(call: Promise<unknown>): Promise<unknown> {
  const settled = call.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return settled;
}

describe("retries", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ["429", () => refusal(429)],
    ["503", () => refusal(503)],
    ["a broken connection", broken],
  ])("repeat a read after %s", async (_, failure) => {
    const { client, sent } = answeredBy(failure, failure, () => Response.json(answers.readHealth));
    expect(await settle(client.health())).toEqual({ ok: true });
    expect(sent()).toBe(3);
  });

  it("stop after two by default", async () => {
    const { client, sent } = answeredBy(() => refusal(503));
    expect(await settle(client.treasury.state())).toMatchObject({ status: 503 });
    expect(sent()).toBe(3);
  });

  it.each([400, 403, 404, 500, 502])("do not repeat a read after %i", async (status) => {
    const { client, sent } = answeredBy(() => refusal(status));
    expect(await settle(client.health())).toMatchObject({ status });
    expect(sent()).toBe(1);
  });

  it.each([
    ["a resumption", (client: TreasuryClient) => client.agent.resume({ turnId: "turn_1" })],
    ["a command", (client: TreasuryClient) => client.machines.exec("m-1", { command: "true" })],
    ["a destruction", (client: TreasuryClient) => client.machines.destroy("m-1")],
    ["a suspension", (client: TreasuryClient) => client.machines.suspend("m-1")],
    [
      "the issue of a credential",
      (client: TreasuryClient) => client.credentials.issue({ agentId: "buyer", name: "Buyer" }),
    ],
    [
      "the registration of a passkey",
      (client: TreasuryClient) => client.passkeys.register(newPasskey),
    ],
    [
      "the invitation to a passkey",
      (client: TreasuryClient) => client.passkeys.invite({ personId: "ada" }),
    ],
  ])("never repeat %s", async (_, call) => {
    for (const failure of [() => refusal(503), () => refusal(429), broken]) {
      const { client, sent } = answeredBy(failure);
      expect(await settle(call(client))).toBeInstanceOf(Error);
      expect(sent()).toBe(1);
    }
  });

  it("repeat what has no further effect, without a key", async () => {
    const { client, sent } = answeredBy(broken, () => Response.json(answers.revokeCredential));
    const revoked = client.credentials.revoke({ credentialId: "credential_1" });
    expect(await settle(revoked)).toEqual(answers.revokeCredential);
    expect(sent()).toBe(2);
  });

  it("wait as long as the service requests", async () => {
    const { client, sent } = answeredBy(
      () => refusal(503, { "retry-after": "4" }),
      () => Response.json(answers.readHealth),
    );
    const call = client.health();
    await vi.advanceTimersByTimeAsync(3_900);
    expect(sent()).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(sent()).toBe(2);
    expect(await call).toEqual({ ok: true });
  });

  it("wait at most ten seconds", async () => {
    const { client, sent } = answeredBy(
      () => refusal(429, { "retry-after": "86400" }),
      () => Response.json(answers.readHealth),
    );
    const call = client.health();
    await vi.advanceTimersByTimeAsync(9_900);
    expect(sent()).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await call).toEqual({ ok: true });
  });

  it("stop at once when the signal aborts during a wait", async () => {
    const { client, sent } = answeredBy(() => refusal(503, { "retry-after": "5" }));
    const controller = new AbortController();
    const call = client.health({ signal: controller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    const reason = new Error("The person left.");
    controller.abort(reason);
    expect(await call).toBe(reason);
    expect(sent()).toBe(1);
  });
});
