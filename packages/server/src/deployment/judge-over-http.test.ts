import type { AgentTurnResult, TreasuryState } from "@agent-treasury/contract";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { nodeListener } from "@agent-treasury/treasury-core/node";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "../node/start-server.ts";
import type { Environment } from "../settings/settings.ts";
import { type JudgeAnswer, judgeEndpoint } from "./judge-endpoint.fixture.ts";

const spend = { amountUsd: 4, vendor: "Acme", purpose: "pencils" };

/** A server whose agent and judge use one endpoint, by HTTP throughout. */
async function served(env: Environment = {}, classifierTimeoutSeconds = 15) {
  const endpoint = await judgeEndpoint(spend);
  const logged: unknown[] = [];
  const server = await startServer(({ treasury }) => nodeListener(treasury), {
    env: {
      PORT: "0",
      OPENAI_BASE_URL: endpoint.url,
      OPENAI_MODEL: "stand-in",
      OPENAI_API_KEY: "sk-test-0123456789abcdef",
      TREASURY_STARTING_CAPITAL_USD: "100",
      ...env,
    },
    storage: memoryStorage(),
    screening: { classifierTimeoutSeconds },
    onFailure: (failure) => void logged.push(failure),
  });
  const ask = async <Answer>(path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(`${server.localUrl}/api/service/${path}`, init);
    expect(response.status).toBe(200);
    return (await response.json()) as Answer;
  };
  const stateOf = (workspaceId: string) =>
    ask<TreasuryState>(`treasury?workspaceId=${encodeURIComponent(workspaceId)}`);
  return {
    endpoint,
    logged,
    stateOf,
    stop: async () => {
      await server.stop();
      await endpoint.close();
    },
    /** Runs a turn, and returns its proposal. */
    buy: async (workspaceId: string) => {
      const { state } = await ask<AgentTurnResult>("agent", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ workspaceId, message: "Buy pencils from Acme for $4." }),
      });
      const [proposal] = state.proposals;
      if (proposal === undefined) throw new Error("The agent proposed nothing.");
      return proposal;
    },
  };
}

type Served = Awaited<ReturnType<typeof served>>;

async function serve(...given: Parameters<typeof served>): Promise<Served> {
  const server = await served(...given);
  onTestFinished(server.stop);
  return server;
}

function slug(text: string): string {
  return text.replaceAll(/[^a-z0-9]+/gi, "-");
}

const page = "<!doctype html><title>Sign in</title>";

const silences: readonly (readonly [string, JudgeAnswer])[] = [
  ["is slow", "silent"],
  ["is down", "down"],
  ["answers 401", { status: 401, body: '{"error":{"message":"No."}}' }],
  ["answers 403", { status: 403, type: "text/html", body: page }],
  ["answers 404", { status: 404, body: '{"error":{"message":"No such model."}}' }],
  ["answers 429", { status: 429, body: '{"error":{"message":"Too many."}}' }],
  ["answers 503", { status: 503 }],
];

const unusable: readonly (readonly [string, JudgeAnswer])[] = [
  ["a page", { status: 200, type: "text/html", body: page }],
  ["a page called JSON", { status: 200, body: page }],
  ["an empty body", { status: 200 }],
  ["an empty body without a type", { status: 200, type: "" }],
  ["prose", { content: "It looks fine." }],
  ["a truncated answer", { content: '{"verdict":"safe","reason":"Fine."}', finish: "length" }],
  ["a field twice", { content: '{"verdict":"blocked","verdict":"safe","reason":"Fine."}' }],
  [
    "a field twice, escaped",
    { content: String.raw`{"\u0076erdict":"blocked","\u0076erdict":"safe","reason":"Fine."}` },
  ],
  ["status 400", { status: 400, body: '{"error":{"message":"Filtered."}}' }],
];

describe.each(["markup", "native"])("a judge by HTTP, with %s calls", (tools) => {
  const env = { OPENAI_TOOLS: tools };
  let shared: Served;
  beforeAll(async () => {
    shared = await served(env);
    return shared.stop;
  });

  it("whose answer is safe lets policy approve", async () => {
    const { buy, stateOf } = shared;
    expect(await buy("acme")).toMatchObject({ status: "executed", verdict: "safe" });
    expect(await stateOf("acme")).toMatchObject({ judge: "active", judgeOnSilence: "approval" });
  });

  it.each(silences)("that %s leaves the verdict, and the spend waits", async (what, answer) => {
    const { endpoint, buy, logged } = answer === "silent" ? await serve(env, 0.2) : shared;
    endpoint.answer(answer);
    const before = logged.length;
    expect(await buy(slug(what))).toMatchObject({
      status: "pending",
      verdict: "safe",
      reason:
        "No screening rule matched. The safety classifier did not answer. A person has to decide.",
    });
    expect(logged).toHaveLength(before + 1);
  });

  it.each(unusable)("that answers %s sends the spend to review", async (what, answer) => {
    const { endpoint, buy, stateOf } = shared;
    endpoint.answer(answer);
    expect(await buy(slug(what))).toMatchObject({
      status: "pending",
      verdict: "review",
      reason: "No screening rule matched. The safety classifier's answer was unusable.",
    });
    expect(await stateOf(slug(what))).toMatchObject({ judge: "active" });
  });
});

describe("a judge by HTTP that fails five times in a row", () => {
  it.each([401, 403, 404, 429])("is paused for this workspace alone: %d", async (status) => {
    const { endpoint, buy, stateOf } = await serve();
    endpoint.answer({ status, body: '{"error":{"message":"No."}}' });
    for (let count = 0; count < 5; count += 1) await buy("acme");
    const calls = endpoint.judged.length;
    expect(await buy("acme")).toMatchObject({ status: "pending", verdict: "safe" });
    expect(endpoint.judged).toHaveLength(calls);
    expect(await stateOf("acme")).toMatchObject({ judge: "paused", balanceUsd: 100 });
    expect(await stateOf("beta")).toMatchObject({ judge: "active" });
    endpoint.answer({ content: '{"verdict":"review","reason":"Odd."}' });
    expect(await buy("beta")).toMatchObject({ status: "pending", verdict: "review" });
  });
});

it("decides nothing with TREASURY_SAFETY_ON_SILENCE=screening, which the state shows", async () => {
  const { endpoint, buy, stateOf } = await serve({ TREASURY_SAFETY_ON_SILENCE: "screening" });
  endpoint.answer("down");
  expect(await buy("acme")).toMatchObject({ status: "executed", verdict: "safe" });
  expect(await stateOf("acme")).toMatchObject({ judgeOnSilence: "screening", balanceUsd: 96 });
});
