import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { SpanStatusCode, context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  TracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TreasuryOptions, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { calls, says, testModel } from "../agent/test-model.fixture.ts";

const usage = { inputTokens: 70, outputTokens: 7 };
const spend = { amountUsd: 12, vendor: "Mallory & Co", purpose: "a secret gift" };

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => context.disable());

/** Returns a treasury that is traced by the OpenTelemetry SDK, and its ended spans. */
function traced(options: Partial<TreasuryOptions>) {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const tracer = provider.getTracer("test");
  const treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    telemetry: { tracer },
    ...options,
  });
  return { treasury, tracer, spans: () => exporter.getFinishedSpans() };
}

/** Returns the spans with their parents, without commits, which belong to no turn. */
function treeOf(spans: readonly ReadableSpan[]): string[] {
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  return spans
    .filter(({ name }) => name !== "treasury.commit")
    .map(({ name, parentSpanContext }) => {
      const parent = parentSpanContext && names.get(parentSpanContext.spanId);
      return parent === undefined ? name : `${name} < ${parent}`;
    });
}

describe("a traced turn", () => {
  it("is a span with its steps, which contain the model's requests and the tools", async () => {
    const model = testModel(calls("propose_spend", spend), [
      { kind: "text", text: "Bought." },
      { kind: "finish", reason: "stop", usage },
    ]);
    const { treasury, tracer, spans } = traced({ model });
    const { turnId, state } = await tracer.startActiveSpan("request", async (span) => {
      const result = await treasury.runTurn({ message: "Buy a gift.", workspaceId: "acme" });
      span.end();
      return result;
    });
    const proposalId = state.proposals[0]?.id ?? "";
    await treasury.decide({ workspaceId: "acme", proposalId, decision: "approve" });
    await treasury.resumeTurn({ workspaceId: "acme", turnId });
    expect(treeOf(spans())).toEqual([
      "chat test < treasury.step",
      "execute_tool propose_spend < treasury.step",
      "treasury.step < invoke_agent treasury",
      "invoke_agent treasury < request",
      "request",
      "chat test < treasury.step",
      "treasury.step < invoke_agent treasury",
      "invoke_agent treasury",
    ]);
    const attributes = (name: string) =>
      spans()
        .filter((span) => span.name === name)
        .map((span) => span.attributes);
    expect(attributes("invoke_agent treasury")).toMatchObject([
      { "gen_ai.conversation.id": turnId, "treasury.turn.resumed": false },
      { "gen_ai.conversation.id": turnId, "treasury.turn.resumed": true },
    ]);
    expect(attributes("treasury.step")).toEqual([{ "treasury.step": 1 }, { "treasury.step": 2 }]);
    expect(attributes("chat test")[1]).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "test",
      "gen_ai.request.model": "test",
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.usage.input_tokens": 70,
      "gen_ai.usage.output_tokens": 7,
    });
    expect(attributes("execute_tool propose_spend")).toMatchObject([
      { "gen_ai.tool.call.id": `${turnId}.1`, "treasury.tool.ok": true },
    ]);
    expect(attributes("treasury.commit")[0]).toMatchObject({
      "treasury.storage": "memory",
      "db.system.name": "memory",
      "db.operation.name": "commit",
    });
  });

  it("names the database of a commit as the conventions do", async () => {
    const database = { system: "postgresql", namespace: "app|agent_treasury" };
    const storage = { ...forwardedStorage(memoryStorage()), name: "postgres", database };
    const { treasury, spans } = traced({ storage });
    await treasury.propose({ amountUsd: 1, vendor: "Namecheap", purpose: "a domain" });
    const commit = spans().find(({ name }) => name === "treasury.commit");
    expect(commit?.attributes).toMatchObject({
      "db.system.name": "postgresql",
      "db.namespace": "app|agent_treasury",
      "db.operation.name": "commit",
    });
  });

  it("has spans without text and amounts", async () => {
    const { treasury, spans } = traced({ model: testModel(calls("propose_spend", spend)) });
    await treasury.runTurn({ message: "Buy a secret gift." });
    const written = JSON.stringify(
      spans().map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    );
    expect(spans().length).toBeGreaterThan(4);
    expect(written).not.toMatch(/gift|Mallory|amount/);
  });

  it("has the error's code if it failed", async () => {
    const { treasury, spans } = traced({ model: testModel([{ kind: "text", text: "Well" }]) });
    await expect(treasury.runTurn({ message: "Go." })).rejects.toMatchObject({
      code: "model_failed",
    });
    const failed = spans().filter(({ status }) => status.code === SpanStatusCode.ERROR);
    expect(failed.map(({ name, attributes }) => [name, attributes["error.type"]])).toEqual([
      ["treasury.step", "model_failed"],
      ["invoke_agent treasury", "model_failed"],
    ]);
  });

  it("ends the span of an answer that is not read completely", async () => {
    const model = testModel("wait");
    const { treasury, spans } = traced({ model });
    const stopping = new AbortController();
    const turn = treasury.runTurn({ message: "Go." }, { signal: stopping.signal });
    await model.askedTimes(1);
    stopping.abort();
    await expect(turn).rejects.toMatchObject({ code: "turn_failed" });
    await treasury.close();
    expect(treeOf(spans())).toContain("chat test < treasury.step");
  });
});

it("accepts a tracer of the API alone, which records nothing without an SDK", async () => {
  const { treasury } = traced({
    model: testModel(says("Hello.")),
    telemetry: { tracer: trace.getTracer("no-sdk") },
  });
  expect((await treasury.runTurn({ message: "Hello." })).assistant).toBe("Hello.");
});
