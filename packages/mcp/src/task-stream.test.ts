import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type TestClock,
  type TestService,
  ada,
  modernRequest,
  settle,
  taskClient,
  testClock,
  testService,
  tokens,
  waitingClient,
} from "./mcp-clients.fixture.ts";

const asked = process.env["TEST_LONG"] === undefined ? 50 : 1_000;
let clock: TestClock;
let service: TestService;
beforeEach(() => {
  clock = testClock();
  service = testService({ clock, recoverySeconds: false });
});
afterEach(() => service.treasury.close());

function deny(proposalId: string) {
  const decision = { workspaceId: "acme", proposalId, decision: "deny", operator: "Ada" } as const;
  return service.treasury.decide(decision);
}

describe("streams of one agent", () => {
  it("are at most 4, however many it asks for, and each that ends makes room", async () => {
    const { propose } = await taskClient(service, tokens.buyer);
    const params = { notifications: { taskIds: [await propose()] } };
    const open = () => service.send(modernRequest(tokens.buyer, "subscriptions/listen", params));
    const streams: Response[] = [];
    for (let count = 0; count < asked; count += 1) streams.push(await open());
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(asked - 4);
    await streams[0]?.body?.cancel();
    expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(429);
  });

  it("hold no permit longer than 15 minutes, even if it reads none", async () => {
    const { propose } = await taskClient(service, tokens.buyer);
    const params = { notifications: { taskIds: [await propose()] } };
    const open = () => service.send(modernRequest(tokens.buyer, "subscriptions/listen", params));
    const stalled = await Promise.all([open(), open(), open(), open()]);
    await settle();
    clock.advance(15 * 60_000);
    await settle();
    expect((await open()).status).toBe(200);
    for (const stream of stalled) expect(await stream.text()).toContain('"resultType":"complete"');
  });
});

describe("a stream", () => {
  it("sends heartbeats, and ends after 15 minutes", async () => {
    const { seen, subscription } = await waitingClient(service);
    for (let beat = 0; beat < 60; beat += 1) {
      clock.advance(15_000);
      await settle();
    }
    expect(await subscription.closed).toBe("graceful");
    expect(seen).toHaveLength(1);
  });

  it("ends when the service closes", async () => {
    const { subscription } = await waitingClient(service);
    await service.treasury.close();
    expect(await subscription.closed).toBe("graceful");
    expect(clock.sleepers).toBe(0);
  });

  it.each(["with the next heartbeat", "without a decision that follows"])(
    "of a revoked credential ends %s",
    async (when) => {
      const { token, credential } = await issueCredential();
      const { id, seen, subscription } = await waitingClient(service, token);
      const place = { workspaceId: "acme", credentialId: credential.id };
      await service.treasury.credentials.revoke({ ...place, operator: "Ada" });
      if (when === "with the next heartbeat") clock.advance(15_000);
      else await deny(id);
      expect(await subscription.closed).toBe("graceful");
      expect(seen.map(({ status }) => status)).toEqual(["working"]);
    },
  );
});

async function issueCredential() {
  const response = await service.send("http://localhost:3000/api/service/treasury/credentials", {
    method: "POST",
    headers: { authorization: `Bearer ${ada}`, "content-type": "application/json" },
    body: JSON.stringify({ workspaceId: "acme", agentId: "issued", name: "Issued" }),
  });
  type Issued = { readonly token: string; readonly credential: { readonly id: string } };
  return (await response.json()) as Issued;
}
