import { Agent, OpenAIResponsesModel, Runner, tool } from "@openai/agents";
import OpenAI from "openai";
import { type MeteredClient, type MeteredClientOptions, meterScenarios } from "test-suites/meters";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { meteredFetch } from "./index.ts";

const runner = new Runner({ tracingDisabled: true });

function agent({ url, meter, limit }: MeteredClientOptions, tools: Agent["tools"] = []): Agent {
  const fetch = meteredFetch(meter);
  const client = new OpenAI({ apiKey: "unused", baseURL: `${url}/v1`, fetch, logLevel: "off" });
  return new Agent({
    name: "Writer",
    model: new OpenAIResponsesModel(client, "test-model"),
    modelSettings: { maxTokens: limit, store: false },
    tools,
  });
}

const look = tool({
  name: "look",
  description: "Looks.",
  parameters: z.object({}),
  execute: () => "seen",
});

const client: MeteredClient = {
  name: "OpenAI Agents",
  api: "responses",
  generate: async (options) => (await runner.run(agent(options), "Say hi.")).finalOutput ?? "",
  async stream(options, abort = false) {
    const controller = new AbortController();
    const { signal } = controller;
    const result = await runner.run(agent(options), "Say hi.", { stream: true, signal });
    let text = "";
    for await (const piece of result.toTextStream()) {
      text += piece;
      if (abort) controller.abort();
    }
    await result.completed;
    return text;
  },
  loop: async (options) => (await runner.run(agent(options, [look]), "Say hi.")).finalOutput ?? "",
};

meterScenarios({ describe, it, expect }, client);
