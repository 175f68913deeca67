import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mockProvider } from "./mock-provider.fixture.ts";
import { openaiModel } from "./openai-model.ts";

const server = mockProvider();
let treasury: Treasury;

beforeEach(() => {
  treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    model: openaiModel({ model: "test-model", baseUrl: `${server.url}/v1`, maximumRetries: 0 }),
  });
});
afterEach(() => treasury.close());

function call(name: string, args: object): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
}

describe("a turn through an OpenAI-compatible server", () => {
  it("calls tools by markup, reads their results, and answers the operator", async () => {
    const spend = { amountUsd: 4, vendor: "Acme", purpose: "pencils" };
    server.onMessage(
      "Buy pencils from Acme",
      {
        content: `<think>Cheap enough.</think>${call("propose_spend", spend)}`,
      },
      { chunkSize: 7 },
    );
    server.onMessage(
      /"status":"executed"/,
      { content: call("check_treasury", {}) },
      { chunkSize: 3 },
    );
    server.onMessage(/"balanceUsd":96/, { content: "Bought; 96 USD are left." });

    const { events, assistant, awaitingApproval, state } = await treasury.runTurn({
      message: "Buy pencils from Acme",
    });

    expect(events.map(({ kind }) => kind)).toEqual([
      "thought",
      "tool_call",
      "tool_result",
      "proposal",
      "tool_call",
      "tool_result",
    ]);
    expect(assistant).toBe("Bought; 96 USD are left.");
    expect(awaitingApproval).toBe(false);
    expect(state.balanceUsd).toBe(96);
    const roles = ["system", "user", "assistant", "user", "assistant", "user"];
    expect(server.getLastRequest()?.body).toMatchObject({
      messages: roles.map((role) => ({ role })),
    });
  });

  it("stops at a spend that needs approval", async () => {
    const spend = { amountUsd: 30, vendor: "Acme", purpose: "a lamp" };
    server.onMessage("Buy a lamp", { content: call("propose_spend", spend) });
    const { awaitingApproval, state } = await treasury.runTurn({ message: "Buy a lamp" });
    expect(awaitingApproval).toBe(true);
    expect(state).toMatchObject({ pendingCount: 1, balanceUsd: 100 });
    expect(server.getRequests()).toHaveLength(1);
  });

  it("fails without moving money when the endpoint fails before any action", async () => {
    server.onMessage(
      "Buy pencils from Acme",
      { content: "Let me see" },
      { latency: 20, truncateAfterChunks: 1 },
    );
    await expect(treasury.runTurn({ message: "Buy pencils from Acme" })).rejects.toMatchObject({
      code: "model_failed",
    });
    expect((await treasury.state()).balanceUsd).toBe(100);
  });

  it("reports moved money when the endpoint fails afterwards", async () => {
    const spend = { amountUsd: 4, vendor: "Acme", purpose: "pencils" };
    server.onMessage("Buy pencils from Acme", { content: call("propose_spend", spend) });
    server.onMessage(/"status":"executed"/, { error: { message: "overloaded" }, status: 500 });
    const { events, assistant, state } = await treasury.runTurn({
      message: "Buy pencils from Acme",
    });
    expect(events.at(-1)?.kind).toBe("error");
    expect(assistant).toContain("overloaded");
    expect(state).toMatchObject({ balanceUsd: 96, expenseUsd: 4 });
  });
});

describe("a turn through an OpenAI-compatible server with function calling", () => {
  it("calls tools by the API and matches each result with its call", async () => {
    const native = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      budget: { startingCapitalUsd: 100 },
      model: openaiModel({
        model: "test-model",
        baseUrl: `${server.url}/v1`,
        maximumRetries: 0,
        tools: "native",
      }),
    });
    const spend = { amountUsd: 4, vendor: "Acme", purpose: "pencils" };
    server.onToolResult("call_look", { content: "Bought; 96 USD are left." });
    server.onMessage(
      "Buy pencils from Acme",
      {
        content: "Let me see.",
        toolCalls: [
          { id: "call_buy", name: "propose_spend", arguments: JSON.stringify(spend) },
          { id: "call_look", name: "check_treasury", arguments: "{}" },
        ],
      },
      { chunkSize: 5 },
    );

    const { assistant, state } = await native.runTurn({ message: "Buy pencils from Acme" });

    expect(assistant).toBe("Bought; 96 USD are left.");
    expect(state.balanceUsd).toBe(96);
    const roles = ["system", "user", "assistant", "tool", "tool"];
    const sent = server.getLastRequest()?.body;
    expect(sent).toMatchObject({ messages: roles.map((role) => ({ role })) });
    expect(sent).toMatchObject({
      messages: [
        {},
        {},
        { tool_calls: [{ id: "call_buy" }, { id: "call_look" }] },
        { tool_call_id: "call_buy", content: expect.stringContaining('"executed"') },
        { tool_call_id: "call_look", content: expect.stringContaining('"balanceUsd":96') },
      ],
    });
    await native.close();
  });
});
