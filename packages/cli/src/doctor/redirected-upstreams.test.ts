import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type RequestListener, createServer } from "node:http";
import { type AddressInfo, type ListenOptions } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { dockerMachines } from "@agent-treasury/machines-docker";
import { flyMachines } from "@agent-treasury/machines-fly";
import { openaiModel, openaiJudge } from "@agent-treasury/model-openai";
import { stripePayments } from "@agent-treasury/payments-stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask } from "./ask.ts";

const stops: (() => Promise<void>)[] = [];

async function listen(listener: RequestListener, at: ListenOptions): Promise<string> {
  const server = createServer(listener);
  server.listen(at);
  await once(server, "listening");
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const address = server.address() as AddressInfo | string;
  return typeof address === "string" ? address : `http://127.0.0.1:${address.port}`;
}

let directory: string;
/** Redirects every request to the service with 307. */
let redirecting: string;
let socket: string;
let redirected = 0;
const arrived: string[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "treasury-"));
  const service = await listen(
    (request, response) => {
      arrived.push(`${request.method} ${request.url}`);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    },
    { port: 0, host: "127.0.0.1" },
  );
  const redirect: RequestListener = (_request, response) => {
    redirected += 1;
    response.writeHead(307, { location: `${service}/api/service/treasury/reset` }).end();
  };
  redirecting = await listen(redirect, { port: 0, host: "127.0.0.1" });
  socket = await listen(redirect, { path: join(directory, "host.sock") });
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => {
  redirected = 0;
  arrived.length = 0;
});

const signal = new AbortController().signal;
const once307 = { maximumRetries: 0, apiKey: "sk-0123456789" };
const spend = { text: "pens", amountUsd: 5, vendor: "Acme", purpose: "pens", category: null };

async function turn(options: Parameters<typeof openaiModel>[0]): Promise<void> {
  const messages = [{ role: "user", content: "Go." }] as const;
  const asked = openaiModel({ model: "m", maximumRetries: 0, ...options });
  await asked.stream({ messages, maximumOutputTokens: 9, signal })[Symbol.asyncIterator]().next();
}

async function judge(model: string): Promise<unknown> {
  const options = { ...once307, model, baseUrl: `${redirecting}/v1` };
  return openaiJudge(options).judge({ ...spend, signal });
}

const stripe = () =>
  stripePayments({ apiKey: "sk_test_0123456789", apiUrl: redirecting, maximumRetries: 0 });
const fly = () => flyMachines({ token: "t", app: "ours", apiUrl: `${redirecting}/v1` });
const tags = { workspaceId: "acme", agentId: null, goal: null, label: null };

const upstreams: Readonly<Record<string, () => Promise<unknown>>> = {
  "the model": () => turn({ ...once307, baseUrl: `${redirecting}/v1` }),
  "the judge": () => judge("llama-guard3"),
  "the judge, by moderation": () => judge("omni-moderation-latest"),
  "Stripe, by GET": () => stripe().readCheckout("cs_test_1"),
  "Stripe, by POST": () =>
    stripe().createCheckout({
      workspaceId: "acme",
      amount: 5_000_000n as never,
      successUrl: "https://app.example/ok",
      cancelUrl: "https://app.example/no",
      idempotencyKey: "k",
    }),
  "Fly, by GET": () => fly().list(),
  "Fly, by POST": () => fly().suspend("m1"),
  "a container host, by GET": () => dockerMachines({ socket }).list(),
  "a container host, by POST": () =>
    dockerMachines({ socket }).provision({ name: "m1", tags, signal }),
};

describe("an upstream that redirects to the service with 307", () => {
  it.each(Object.entries(upstreams))("is not followed: %s", async (_name, call) => {
    const failed = call().then(
      () => "answered",
      () => "failed",
    );
    await expect.poll(() => redirected).toBeGreaterThan(0);
    // Reads of Fly are retried for 20 seconds.
    expect(await Promise.race([failed, setTimeout(100)])).not.toBe("answered");
    // A redirect might be followed after the call failed.
    await setTimeout(100);
    expect(arrived).toEqual([]);
  });

  it("is not followed: `agent-treasury doctor`", async () => {
    expect(await ask(redirecting, "sk-0123456789")).toMatchObject({ status: 307 });
    // Retries of an earlier test may arrive meanwhile.
    expect(redirected).toBeGreaterThan(0);
    expect(arrived).toEqual([]);
  });
});
