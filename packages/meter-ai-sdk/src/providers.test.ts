import { meteredFetch } from "@agent-treasury/meter-openai";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import {
  type LanguageModel,
  generateText,
  isStepCount,
  jsonSchema,
  streamText,
  tool,
  wrapLanguageModel,
} from "ai";
import {
  type MeteredClient,
  type MeteredClientOptions,
  type ProviderApi,
  meterScenarios,
} from "test-suites/meters";
import { describe, expect, it } from "vitest";
import { tabMiddleware } from "./index.ts";

type ProviderModel = Parameters<typeof wrapLanguageModel>[0]["model"];

interface ProviderSettings {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly fetch: typeof fetch;
}

const providers: Readonly<Record<ProviderApi, (settings: ProviderSettings) => ProviderModel>> = {
  chat: (settings) => createOpenAI(settings).chat("test-model"),
  responses: (settings) => createOpenAI(settings).responses("test-model"),
  messages: (settings) => createAnthropic(settings)("test-model"),
};

function client(
  name: string,
  api: ProviderApi,
  model: (options: MeteredClientOptions) => LanguageModel,
): MeteredClient {
  const settings = (options: MeteredClientOptions) => ({
    model: model(options),
    maxOutputTokens: options.limit,
    prompt: "Say hi.",
    providerOptions: { openai: { store: false } },
  });
  return {
    name: `${name}, ${api}`,
    api,
    generate: async (options) => (await generateText(settings(options))).text,
    async stream(options, abort = false) {
      const controller = new AbortController();
      let failure: unknown = null;
      const { textStream } = streamText({
        ...settings(options),
        abortSignal: controller.signal,
        onError: ({ error }) => {
          failure = error;
        },
      });
      let text = "";
      for await (const piece of textStream) {
        text += piece;
        if (abort) controller.abort();
      }
      if (failure instanceof Error) throw failure;
      return text;
    },
    async loop(options) {
      const inputSchema = jsonSchema({ type: "object", properties: {} });
      const { text } = await generateText({
        ...settings(options),
        tools: { look: tool({ inputSchema, execute: () => "seen" }) },
        stopWhen: isStepCount(5),
      });
      return text;
    },
  };
}

function settingsOf({ url }: MeteredClientOptions, send: typeof fetch): ProviderSettings {
  return { apiKey: "unused", baseURL: `${url}/v1`, fetch: send };
}

for (const api of ["chat", "responses", "messages"] as const) {
  const byMiddleware = client("tabMiddleware", api, (options) =>
    wrapLanguageModel({
      model: providers[api](settingsOf(options, fetch)),
      middleware: tabMiddleware(options.meter),
    }),
  );
  const byFetch = client("meteredFetch", api, (options) =>
    providers[api](settingsOf(options, meteredFetch(options.meter))),
  );
  meterScenarios({ describe, it, expect }, byMiddleware);
  meterScenarios({ describe, it, expect }, byFetch);
}
