import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type ServedAgent, servedAgent } from "./served-agent.fixture.ts";
import type { JudgeAnswer } from "./stand-in-endpoint.fixture.ts";

async function serve(...given: Parameters<typeof servedAgent>): Promise<ServedAgent> {
  const server = await servedAgent(...given);
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
  let shared: ServedAgent;
  beforeAll(async () => {
    shared = await servedAgent(env);
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
      reason: "No screening rule matched. The judge did not answer. A person has to decide.",
    });
    expect(logged).toHaveLength(before + 1);
  });

  it.each(unusable)("that answers %s sends the spend to review", async (what, answer) => {
    const { endpoint, buy, stateOf } = shared;
    endpoint.answer(answer);
    expect(await buy(slug(what))).toMatchObject({
      status: "pending",
      verdict: "review",
      reason: "No screening rule matched. The judge's answer was unusable.",
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
