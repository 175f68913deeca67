import { createOpenAI } from "@ai-sdk/openai";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import type { MastraModelConfig } from "@mastra/core/llm";
import { createTool } from "@mastra/core/tools";
import { type MeteredClient, type MeteredClientOptions, meterScenarios } from "test-suites/meters";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { meteredFetch } from "./index.ts";

const look = createTool({
  id: "look",
  description: "Looks.",
  inputSchema: z.object({}),
  execute: async () => "seen",
});

function agent({ url, meter }: MeteredClientOptions): Agent {
  const openai = createOpenAI({
    apiKey: "unused",
    baseURL: `${url}/v1`,
    fetch: meteredFetch(meter),
  });
  const writer = new Agent({
    id: "writer",
    name: "Writer",
    instructions: "Be brief.",
    // Mastra accepts models of this version, and types their JSON answers as streams.
    model: openai.chat("test-model") as unknown as MastraModelConfig,
    tools: { look },
  });
  return new Mastra({ agents: { writer }, logger: false }).getAgent("writer");
}

const settings = ({ limit }: MeteredClientOptions) => ({
  modelSettings: { maxOutputTokens: limit, maxRetries: 2 },
});

const client: MeteredClient = {
  name: "Mastra",
  api: "chat",
  generate: async (options) => {
    const { text } = await agent(options).generate("Say hi.", settings(options));
    return text;
  },
  async stream(options, abort = false) {
    const controller = new AbortController();
    const abortSignal = controller.signal;
    const output = await agent(options).stream("Say hi.", {
      ...settings(options),
      abortSignal,
    });
    let text = "";
    for await (const piece of output.textStream) {
      text += piece;
      if (abort) controller.abort();
    }
    if (output.error !== undefined && !abortSignal.aborted) throw output.error;
    return text;
  },
  loop: async (options) => (await agent(options).generate("Say hi.", settings(options))).text,
};

meterScenarios({ describe, it, expect }, client);
