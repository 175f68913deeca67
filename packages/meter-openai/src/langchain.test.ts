import { tool } from "@langchain/core/tools";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { type MeteredClient, type MeteredClientOptions, meterScenarios } from "test-suites/meters";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { meteredFetch } from "./index.ts";

function model({ url, meter, limit }: MeteredClientOptions): ChatOpenAI {
  const fetch = meteredFetch(meter);
  return new ChatOpenAI({
    apiKey: "unused",
    model: "test-model",
    maxTokens: limit,
    maxRetries: 2,
    // By default LangChain repeats no call with this scripted 429. A refusal is never repeated.
    onFailedAttempt: (error: Error & { readonly status?: number }) => {
      if (error.status === 400 || error.status === 402) throw error;
    },
    configuration: { baseURL: `${url}/v1`, fetch, logLevel: "off" },
  });
}

const look = tool(() => "seen", { name: "look", description: "Looks.", schema: z.object({}) });

const client: MeteredClient = {
  name: "LangChain",
  api: "chat",
  generate: async (options) => (await model(options).invoke("Say hi.")).text,
  async stream(options, abort = false) {
    const controller = new AbortController();
    let text = "";
    try {
      const stream = await model(options).stream("Say hi.", { signal: controller.signal });
      for await (const piece of stream) {
        text += piece.text;
        if (abort && text !== "") controller.abort();
      }
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    }
    return text;
  },
  loop: async (options) => {
    const agent = createReactAgent({ llm: model(options), tools: [look] });
    const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Say hi." }] });
    // The endpoint gives all of its answers one id, so the second one replaces the first one.
    return messages.find(({ type }) => type === "ai")?.text ?? "";
  },
};

meterScenarios({ describe, it, expect }, client);
