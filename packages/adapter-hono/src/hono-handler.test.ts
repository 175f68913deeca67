import { Micros } from "@agent-treasury/provider";
import { sandboxPayments } from "@agent-treasury/sandbox";
import { type TreasuryOptions, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { expect, it, onTestFinished } from "vitest";
import { honoHandler } from "./hono-handler.ts";

const baseUrl = "http://localhost:3000";
const json = { "content-type": "application/json" };
const spend = JSON.stringify({ amountUsd: 24, vendor: "Namecheap", purpose: "a domain" });
const proposal = { method: "POST", headers: json, body: spend };

/** An app with middleware before the treasury. */
function appWith(
  middleware: readonly MiddlewareHandler[] = [],
  options: Partial<TreasuryOptions> = {},
): Hono {
  const treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    onFailure: () => {},
    ...options,
  });
  onTestFinished(() => treasury.close());
  const app = new Hono();
  for (const one of middleware) app.use(one);
  return app.all("/api/service/*", honoHandler(treasury));
}

it("serves requests of a fetch handler, which have no Host header", async () => {
  const answer = await appWith().request(`${baseUrl}/api/service/treasury/proposals`, proposal);
  expect(await answer.json()).toMatchObject({ proposal: { status: "pending" } });
});

async function answerTo(host: string): Promise<Response> {
  return appWith().request(`${baseUrl}/api/service/treasury`, { headers: { host } });
}

it("checks the Host header, also if the URL of the request has another host", async () => {
  expect((await answerTo("localhost:3000")).status).toBe(200);
  expect((await answerTo("evil.example")).status).toBe(403);
  expect(await (await answerTo("a@b")).json()).toMatchObject({ code: "invalid_request" });
});

const readsJson: MiddlewareHandler = async ({ req }, next) => (await req.json(), next());

it.each([
  ["LOCALHOST:3000", []],
  ["localhost:80", []],
  ["LOCALHOST:3000", [readsJson]],
])("serves a request with a body whose Host header is %s", async (host, middleware) => {
  const headers = { ...json, host };
  const address = `http://${host}/api/service/treasury/proposals`;
  const answer = await appWith(middleware).request(address, { ...proposal, headers });
  expect(await answer.json()).toMatchObject({ proposal: { status: "pending" } });
});

const signIn: MiddlewareHandler = async (context, next) => {
  context.set("user", "Ada");
  await next();
};

it("passes Hono's context to authenticate", async () => {
  const app = appWith([signIn], {
    authenticate: ({ native }) => ({ name: (native as { get(key: string): string }).get("user") }),
  });
  const answer = await app.request(`${baseUrl}/api/service/treasury/proposals`, proposal);
  const { proposal: waiting } = (await answer.json()) as { proposal: { id: string } };
  const decision = { proposalId: waiting.id, decision: "approve", operator: "Mallory" };
  const decided = await app.request(`${baseUrl}/api/service/treasury/decide`, {
    ...proposal,
    body: JSON.stringify(decision),
  });
  expect(await decided.json()).toMatchObject({ proposal: { operator: "Ada" } });
});

it("respects a body limit of the app", async () => {
  const app = appWith([bodyLimit({ maxSize: 200 })]);
  const send = (body: string): Promise<Response> =>
    Promise.resolve(
      app.request(`${baseUrl}/api/service/treasury/proposals`, { ...proposal, body }),
    );
  expect((await send(spend)).status).toBe(200);
  expect((await send(`${spend}${" ".repeat(200)}`)).status).toBe(413);
});

const deliveries: [string, MiddlewareHandler, number, string][] = [
  ["read by c.req", readsJson, 200, "received"],
  ["read as a form", async ({ req }, next) => (await req.parseBody(), next()), 200, "received"],
  ["read raw", async ({ req }, next) => (await req.raw.text(), next()), 500, "body_already_read"],
];

it.each(deliveries)("serves a delivery %s by a middleware", async (_how, read, status, text) => {
  const payments = sandboxPayments({ baseUrl });
  const app = appWith([read], { payments: { processor: payments } });
  const sent = await payments.delivery({
    kind: "collected",
    purpose: "deposit",
    workspaceId: "demo",
    checkoutId: "session-1",
    paymentReference: "payment-1",
    amount: Micros.fromCents(8_000),
    currency: "usd",
  });
  const address = `${baseUrl}/api/service/treasury/webhook`;
  const answer = await app.request(address, { method: "POST", ...sent });
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)]);
});

it("names both paths if it is mounted at another one than the base path, and answers HEAD", async () => {
  const treasury = createTreasury({ baseUrl, storage: memoryStorage() });
  onTestFinished(() => treasury.close());
  const app = new Hono().all("/pay/*", honoHandler(treasury));
  const wrong = await app.request(`${baseUrl}/pay/treasury`);
  expect(await wrong.json()).toMatchObject({
    error: expect.stringContaining('mounted at "/pay", and its `basePath` is "/api/service"'),
  });
  const head = await appWith().request(`${baseUrl}/api/service/health`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});
