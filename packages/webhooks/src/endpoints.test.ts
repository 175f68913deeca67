import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { encryptionKey, openWebhooks, turnEnded, workspaceId } from "./test-webhooks.fixture.ts";
import { webhooks } from "./webhooks.ts";

describe("an endpoint", () => {
  it("is listed without its secret, which is stored encrypted", async () => {
    const storage = memoryStorage();
    const { add, call } = await openWebhooks({ storage });
    const { id, secret } = await add({ kinds: ["credited"], description: "Accounting" });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { body } = await call("GET", "/endpoints");
    expect(body.endpoints).toEqual([
      {
        id,
        url: expect.stringMatching("^https://127.0.0.1:"),
        kinds: ["credited"],
        description: "Accounting",
        createdAt: expect.any(String),
        disabledAt: null,
        disabledReason: null,
        previousSecretUntil: null,
      },
    ]);
    const page = { kind: "x-webhooks", before: null, limit: 10 };
    const noEntries = { order: "newest", beyond: null, limit: 0 } as const;
    const stored = JSON.stringify((await storage.view(workspaceId, page, noEntries)).docs, bigint);
    expect(stored).toContain(id);
    for (const form of [secret, secret.slice(6), atob(secret.slice(6))]) {
      expect(stored).not.toContain(form);
    }
  });

  it("is removed", async () => {
    const { add, call, events } = await openWebhooks();
    const { id } = await add();
    const other = await add();
    expect(await call("DELETE", `/endpoints/${id}`)).toMatchObject({ body: { removed: true } });
    expect(await events.targets?.(workspaceId)).toMatchObject([{ id: other.id }]);
    for (const [method, path] of [
      ["DELETE", ""],
      ["POST", "/rotate"],
      ["POST", "/test"],
      ["POST", "/replay"],
      ["GET", "/deliveries"],
    ] as const) {
      const { status, body } = await call(method, `/endpoints/${id}${path}`);
      expect([status, body.code]).toEqual([404, "endpoint_not_found"]);
    }
  });

  it("is one of at most 20", async () => {
    const { add, call, url } = await openWebhooks();
    for (let count = 0; count < 20; count += 1) await add();
    const { status, body } = await call("POST", "/endpoints", { url });
    expect([status, body.code]).toEqual([409, "document_limit_reached"]);
  });

  it.each([
    { url: "http://example.com/" },
    { url: "https://user:secret@example.com/" },
    { url: "https://example.com/#part" },
    { url: `https://example.com/${"x".repeat(1000)}` },
    { url: "https://example.com/", kinds: [] },
    { url: "https://example.com/", kinds: ["proposal.created"] },
    { url: "https://example.com/", description: "x".repeat(201) },
    {},
  ])("is rejected as %j", async (fields) => {
    const { call } = await openWebhooks();
    const { status, body } = await call("POST", "/endpoints", fields);
    expect([status, body.code]).toEqual([400, "invalid_request"]);
    expect((await call("GET", "/endpoints")).body.endpoints).toEqual([]);
  });

  it("receives events once an action of two approvals is complete", async () => {
    const { call, deliver, events, received, treasury, url } = await openWebhooks({
      person: "Ada",
    });
    const rules = [{ id: "two", then: { requireApprovals: { count: 2 } } }];
    await treasury.rules.publish({ workspaceId, rules: { version: 1, rules }, operator: "Ada" });
    const { body } = await call("POST", "/endpoints", { url, description: "Accounting" });
    expect(body).toMatchObject({ isDone: false });
    expect(await events.targets?.(workspaceId)).toEqual([]);
    const place = { workspaceId, actionId: body.actionId };
    const { actions } = await treasury.actions.list({ workspaceId, status: "pending" });
    expect(actions).toMatchObject([{ details: { url, description: "Accounting" } }]);
    expect(JSON.stringify(actions)).not.toContain("encrypted");
    await treasury.actions.decide({ ...place, decision: "approve", operator: "Ben" });
    const [target] = (await events.targets?.(workspaceId)) ?? [];
    expect(target?.id).toBe(body.endpoint.id);
    await deliver(turnEnded, body.endpoint.id);
    const [request] = received;
    const headers = request?.headers as Record<string, string>;
    expect(new Webhook(body.secret).verify(request?.body ?? "", headers)).toBeDefined();
  });
});

describe("a test", () => {
  it("sends a signed event and returns the status", async () => {
    const { add, call, received } = await openWebhooks({
      answer: (_request, response) => response.writeHead(202).end(),
    });
    const { id, secret } = await add();
    const { body } = await call("POST", `/endpoints/${id}/test`);
    expect(body).toEqual({ succeeded: true, note: "HTTP 202" });
    const headers = received[0]?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(received[0]?.body ?? "", headers)).toMatchObject({
      type: "test",
      data: { workspaceId },
    });
  });

  it("returns why an address is refused", async () => {
    const { call } = await openWebhooks();
    const added = await call("POST", "/endpoints", { url: "https://169.254.169.254/" });
    const { body } = await call("POST", `/endpoints/${added.body.endpoint.id}/test`);
    expect(body).toEqual({
      succeeded: false,
      note: "169.254.169.254 is not a public address.",
    });
  });
});

describe("the encryption key", () => {
  const newKey = btoa("n".repeat(32));

  it("can be replaced while the old one is listed second", async () => {
    const storage = memoryStorage();
    const old = await openWebhooks({ storage });
    const outbound = () => old.fetch;
    const { id } = await old.add();
    const both = await openWebhooks({ storage, outbound, key: `${newKey}, ${encryptionKey}` });
    await both.deliver(turnEnded, id);
    const { body } = await both.call("POST", `/endpoints/${id}/rotate`);
    expect(body.secret).toMatch(/^whsec_/);
    const alone = await openWebhooks({ storage, outbound, key: newKey });
    await expect(alone.deliver(turnEnded, id)).rejects.toThrow("is not configured");
    const added = await both.add({ url: old.url });
    expect(await alone.deliver(turnEnded, added.id)).toEqual({ note: "HTTP 200" });
  });

  it.each(["", "short", btoa("k".repeat(31)), btoa("k".repeat(33)), `${encryptionKey},`])(
    "is rejected as %j",
    (key) => {
      expect(() => webhooks({ encryptionKey: key })).toThrow("is not 32 bytes in base64");
    },
  );
});

function bigint(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
