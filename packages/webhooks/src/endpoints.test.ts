import type { RequestListener } from "node:http";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import {
  encryptionKey,
  openWebhooks,
  type TestWebhooks,
  type TestWebhooksOptions,
  turnEnded,
  workspaceId,
} from "./test-webhooks.fixture.ts";
import { webhooks } from "./webhooks.ts";

/** Longer than a slow machine needs. */
const patienceMs = 120_000;

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
        hasOldKey: false,
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
      ["POST", "/enable"],
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
    { url: "https://" },
    { url: "https://exa mple.com/" },
    { url: "example.com" },
    { url: "" },
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

  it("is shown with its host in ASCII, also to approvers", async () => {
    const { call, treasury } = await openUnderTwo();
    // The first letter is Cyrillic.
    const { body } = await call("POST", "/endpoints", { url: "https://\u0430pple.com/" });
    const url = "https://xn--pple-43d.com/";
    expect(body.endpoint.url).toBe(url);
    const { actions } = await treasury.actions.list({ workspaceId, status: "pending" });
    expect(actions).toMatchObject([{ details: { url } }]);
  });

  it("receives events once an action of two approvals is complete", async () => {
    const { call, deliver, events, received, treasury, url } = await openUnderTwo();
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

async function openUnderTwo(options: TestWebhooksOptions = {}): Promise<TestWebhooks> {
  const opened = await openWebhooks({ person: "Ada", ...options });
  const rules = [{ id: "two", then: { requireApprovals: { count: 2 } } }];
  const publication = { workspaceId, rules: { version: 1, rules }, operator: "Ada" } as const;
  const { action } = await opened.treasury.rules.publish(publication);
  const approval = { workspaceId, actionId: action.id, decision: "approve" } as const;
  await opened.treasury.actions.decide({ ...approval, operator: "Ben" });
  return opened;
}

const tea = { workspaceId, amountUsd: 5, vendor: "Acme", purpose: "tea" };

describe("an endpoint that waits for approvals", () => {
  it("receives events from its approval on, not from its request", async () => {
    const { call, received, treasury, url } = await openUnderTwo();
    const { body } = await call("POST", "/endpoints", { url, kinds: ["proposalCreated"] });
    await treasury.propose({ ...tea, vendor: "Before" });
    const place = { workspaceId, actionId: body.actionId };
    await treasury.actions.decide({ ...place, decision: "approve", operator: "Ben" });
    await treasury.propose({ ...tea, vendor: "After" });
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), patienceMs);
    await treasury.recover();
    const vendors = received.map((one) => JSON.parse(one.body).data.proposal.vendor);
    expect(vendors).toEqual(["After"]);
    const [endpoint] = (await call("GET", "/endpoints")).body.endpoints;
    expect(endpoint.createdAt >= body.endpoint.createdAt).toBe(true);
  });
});

it("an endpoint receives the result of a replayed draft once", async () => {
  const { add, received, treasury } = await openWebhooks();
  await add({ kinds: ["draftReplayed"] });
  await treasury.propose(tea);
  const draft = { version: 1, rules: [{ id: "none", then: { deny: true } }] } as const;
  await treasury.rules.saveDraft({ workspaceId, rules: draft });
  await Promise.all([treasury.recover(), treasury.recover()]);
  // Waits for the deliveries.
  await treasury.recover();
  await treasury.recover();
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      type: "rules.draft_replayed",
      data: { spends: 1, changed: 1, totals: { beforeUsd: 5, ifNoneUsd: 0, ifAllUsd: 0 } },
    },
  ]);
});

async function approvedEndpoint(options: TestWebhooksOptions = {}) {
  const opened = await openUnderTwo(options);
  const { body } = await opened.call("POST", "/endpoints", { url: opened.url });
  const approve = (actionId: string) =>
    opened.treasury.actions.decide({
      workspaceId,
      actionId,
      decision: "approve",
      operator: "Ben",
    });
  await approve(body.actionId);
  return { ...opened, approve, id: body.endpoint.id as string, secret: body.secret as string };
}

describe("under a rule of two, an endpoint", () => {
  it("keeps its secret until another person approves the rotation", async () => {
    const { approve, call, deliver, id, received, secret } = await approvedEndpoint();
    const { body } = await call("POST", `/endpoints/${id}/rotate`);
    expect(body).toMatchObject({ isDone: false, endpoint: { previousSecretUntil: null } });
    const isValid = async (given: string) => {
      await deliver(turnEnded, id);
      const request = received.at(-1);
      const headers = request?.headers as Record<string, string>;
      try {
        return new Webhook(given).verify(request?.body ?? "", headers) !== undefined;
      } catch {
        return false;
      }
    };
    expect([await isValid(secret), await isValid(body.secret)]).toEqual([true, false]);
    await approve(body.actionId);
    expect([await isValid(secret), await isValid(body.secret)]).toEqual([true, true]);
  });

  it("receives events until another person approves its removal", async () => {
    const { approve, call, events, id, treasury, url } = await approvedEndpoint();
    const { body } = await call("DELETE", `/endpoints/${id}`);
    expect(body).toMatchObject({ removed: false, isDone: false });
    expect(await events.targets?.(workspaceId)).toMatchObject([{ id }]);
    const { actions } = await treasury.actions.list({ workspaceId, status: "pending" });
    expect(actions).toMatchObject([{ details: { action: "removeEndpoint", endpointId: id, url } }]);
    await approve(body.actionId);
    expect(await events.targets?.(workspaceId)).toEqual([]);
  });

  it("leaves no delivery behind if another person approved its removal", async () => {
    const storage = memoryStorage();
    const { approve, call, id, received, treasury } = await approvedEndpoint({
      storage,
      answer: (_request, response) => response.writeHead(500).end(),
    });
    await treasury.propose(tea);
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), patienceMs);
    await treasury.recover();
    const cursor = async () => {
      const keys = [{ kind: "cursor", id: `${workspaceId}/${id}` }];
      const [found] = await storage.load([{ workspaceId: "~delivery/plugin-webhooks", keys }]);
      return found?.found.map(({ body }) => body) ?? [];
    };
    expect(await cursor()).toMatchObject([{ target: id, parked: [{ kind: "proposalCreated" }] }]);
    const { body } = await call("DELETE", `/endpoints/${id}`);
    await approve(body.actionId);
    await treasury.recover();
    await vi.waitFor(async () => expect(await cursor()).toEqual([null]), patienceMs);
  });
});

const gone: RequestListener = (_request, response) => response.writeHead(410).end();

describe("a disabled endpoint", () => {
  it("is enabled by an administrative action, and receives what it missed", async () => {
    let answer = gone;
    const { add, call, received, treasury } = await openWebhooks({
      answer: (request, response) => answer(request, response),
    });
    const { id } = await add({ kinds: ["proposalCreated"] });
    const enable = () => call("POST", `/endpoints/${id}/enable`);
    expect(await enable()).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    await treasury.propose(tea);
    await vi.waitFor(
      async () =>
        expect((await call("GET", "/endpoints")).body.endpoints[0].disabledAt).not.toBeNull(),
      patienceMs,
    );
    await treasury.propose({ ...tea, vendor: "Later" });
    answer = (_request, response) => response.end();
    expect((await enable()).body).toEqual({
      endpoint: expect.objectContaining({ id, disabledAt: null, disabledReason: null }),
      actionId: expect.any(String),
      isDone: true,
    });
    await treasury.recover();
    const later = () => received.filter(({ body }) => body.includes("Later"));
    await vi.waitFor(() => expect(later()).toHaveLength(1), patienceMs);
  });

  it("stays disabled until the approvals are complete", async () => {
    const { call, deliver, events, treasury, url } = await openUnderTwo({ answer: gone });
    const created = await call("POST", "/endpoints", { url });
    const approve = (actionId: string) =>
      treasury.actions.decide({ workspaceId, actionId, decision: "approve", operator: "Ben" });
    await approve(created.body.actionId);
    const { id } = created.body.endpoint;
    await expect(deliver(turnEnded, id)).rejects.toThrow("HTTP 410");
    const { body } = await call("POST", `/endpoints/${id}/enable`);
    expect(body).toMatchObject({ isDone: false, endpoint: { disabledReason: "HTTP 410" } });
    const { actions } = await treasury.actions.list({ workspaceId, status: "pending" });
    expect(actions).toMatchObject([{ details: { action: "enableEndpoint", endpointId: id, url } }]);
    expect(await events.targets?.(workspaceId)).toEqual([]);
    await approve(body.actionId);
    expect(await events.targets?.(workspaceId)).toMatchObject([{ id }]);
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

  it("is replaced in stored secrets by maintenance, and then removed", async () => {
    const storage = memoryStorage();
    const old = await openWebhooks({ storage });
    const outbound = () => old.fetch;
    const { id, secret } = await old.add();
    const rotated = await old.call("POST", `/endpoints/${id}/rotate`);
    const both = await openWebhooks({ storage, outbound, key: `${newKey},${encryptionKey}` });
    const hasOldKey = async () =>
      (await both.call("GET", "/endpoints")).body.endpoints[0].hasOldKey;
    expect(await hasOldKey()).toBe(true);
    await both.treasury.recover();
    expect(await hasOldKey()).toBe(false);
    const alone = await openWebhooks({ storage, outbound, key: newKey });
    await alone.deliver(turnEnded, id);
    const { body, headers } = old.received[0]!;
    for (const valid of [secret, rotated.body.secret]) {
      new Webhook(valid).verify(body, headers as Record<string, string>);
    }
  });

  it("that is lost does not stop the replacement of others", async () => {
    const storage = memoryStorage();
    const lost = await openWebhooks({ storage, key: btoa("l".repeat(32)) });
    await lost.add();
    const old = await openWebhooks({ storage });
    const { id } = await old.add();
    const both = await openWebhooks({ storage, key: `${newKey},${encryptionKey}` });
    await both.treasury.recover();
    const { endpoints } = (await both.call("GET", "/endpoints")).body;
    const stale = endpoints.filter((one: { hasOldKey: boolean }) => one.hasOldKey);
    expect(endpoints).toHaveLength(2);
    expect(stale).toHaveLength(1);
    expect(stale[0].id).not.toBe(id);
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
