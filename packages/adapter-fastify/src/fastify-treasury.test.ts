import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { type IncomingHttpHeaders, connect } from "node:http2";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { type FastifyInstance, type FastifyRequest, fastify } from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { fastifyTreasury } from "./fastify-treasury.ts";

const headers = { "content-type": "application/json", host: "localhost:3000" };
const proposal = {
  method: "POST",
  url: "/api/service/treasury/proposals",
  headers,
  payload: '{ "amountUsd": 24, "vendor": "Namecheap", "purpose": "a domain" }',
} as const;
const state = { url: "/api/service/treasury", headers } as const;

function appWith(prepare: (app: FastifyInstance) => void): FastifyInstance {
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    authenticate: ({ native }) => {
      const user = (native as FastifyRequest).headers["x-user"];
      return typeof user === "string" ? { name: user } : null;
    },
  });
  const app = fastify();
  prepare(app);
  app.register(fastifyTreasury(treasury), { prefix: "/api/service" });
  app.addHook("preClose", () => treasury.close());
  onTestFinished(() => app.close());
  return app;
}

const asAda = { ...headers, "x-user": "Ada" };

it("serves requests that are injected, and passes Fastify's request to authenticate", async () => {
  const app = appWith(() => {});
  const answer = await app.inject({ ...proposal, headers: asAda });
  expect(answer.json()).toMatchObject({ proposal: { status: "pending" } });
  expect((await app.inject(state)).json()).toMatchObject({ code: "unauthenticated" });
});

it("refuses a whole URL in the request line, which a guard of paths does not recognise", async () => {
  const app = appWith((guarded) => {
    guarded.addHook("onRequest", async (request, reply) => {
      if (request.url.startsWith("/api/service/")) return reply.code(403).send("guarded");
      return undefined;
    });
  });
  const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const statusOf = async (path: string) => {
    const sent = httpRequest({ port, host: "127.0.0.1", path, headers: asAda }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  expect(await statusOf("/api/service/treasury")).toBe(403);
  expect(await statusOf("http://localhost:3000/api/service/treasury")).toBe(400);
});

it("serves HTTP/2, whose requests have an authority instead of a Host header", async () => {
  const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage() });
  const app = fastify({ http2: true });
  app.register(fastifyTreasury(treasury), { prefix: "/api/service" });
  onTestFinished(() => app.close());
  const client = connect(await app.listen({ port: 0, host: "127.0.0.1" }));
  onTestFinished(() => client.close());
  const send = async (authority: string) => {
    const stream = client.request({ ":path": "/api/service/treasury", ":authority": authority });
    const [received] = (await once(stream, "response")) as [IncomingHttpHeaders];
    stream.resume();
    return received[":status"];
  };
  expect(await send("localhost:3000")).toBe(200);
  expect(await send("evil.example")).toBe(403);
});

it("leaves the parsers of the app's own routes as they are", async () => {
  const app = appWith((own) => own.post("/own", async ({ body }) => body));
  const answer = await app.inject({ ...proposal, url: "/own" });
  expect(answer.json()).toMatchObject({ vendor: "Namecheap" });
});

it("runs the app's hooks, which can add headers or answer instead", async () => {
  let responses = 0;
  const app = appWith((own) => {
    own.addHook("onRequest", async (_request, reply) => void reply.header("x-app", "yes"));
    own.addHook("preHandler", async (request, reply) => {
      if (request.headers["x-user"] === undefined) return reply.code(418).send("Not here.");
    });
    own.addHook("onResponse", async () => void (responses += 1));
  });
  const answer = await app.inject({ ...state, headers: asAda });
  expect([answer.statusCode, answer.headers["x-app"]]).toEqual([200, "yes"]);
  expect((await app.inject(state)).payload).toBe("Not here.");
  expect((await app.inject(proposal)).statusCode).toBe(418);
  expect(responses).toBe(3);
});

it("names both paths if it is mounted at another one than the base path, and answers HEAD", async () => {
  const treasury = createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage() });
  const app = fastify();
  app.register(fastifyTreasury(treasury), { prefix: "/pay" });
  app.addHook("preClose", () => treasury.close());
  onTestFinished(() => app.close());
  const wrong = await app.inject({ url: "/pay/treasury", headers });
  expect(wrong.json()).toMatchObject({
    error: expect.stringContaining('mounted at "/pay", and its `basePath` is "/api/service"'),
  });
  const health = { method: "HEAD", url: "/api/service/health", headers } as const;
  const { statusCode, body } = await appWith(() => {}).inject(health);
  expect([statusCode, body]).toEqual([200, ""]);
});
