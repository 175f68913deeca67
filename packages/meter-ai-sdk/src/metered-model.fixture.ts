import { type LanguageModelMiddleware, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { FakeTab } from "test-suites/meters";
import { type MeterOptions, type ModelPrices, tabMiddleware } from "./index.ts";

type CallOptions = Parameters<MockLanguageModelV4["doGenerate"]>[0];

export const user: CallOptions["prompt"][number] = {
  role: "user",
  content: [{ type: "text", text: "hi" }],
};
/** In micro-dollars, a token of input costs 1 and a token of output 10. */
export const prices: ModelPrices = {
  inputPerMillion: 1,
  outputPerMillion: 10,
  contextTokens: 100_000,
  maximumOutputTokens: 50_000,
  imageTokens: 7_000,
};

export function middleware(
  tab: FakeTab,
  options: Partial<MeterOptions> = {},
): LanguageModelMiddleware {
  return tabMiddleware({
    tabs: tab.tabs,
    workspaceId: "demo",
    tabId: "tab-1",
    price: () => prices,
    ...options,
  });
}

/** Options of a call. Default of `maxOutputTokens`: 100, or null to send no limit. */
export type CallParams = Omit<Partial<CallOptions>, "maxOutputTokens"> & {
  readonly maxOutputTokens?: number | null;
};

/** Makes one call of a model without a provider. Returns the tab. */
export async function called(
  { maxOutputTokens = 100, ...params }: CallParams,
  usage: object = {},
  {
    modelId = "m",
    provider = "mock",
    ...options
  }: Partial<MeterOptions> & { modelId?: string; provider?: string } = {},
): Promise<FakeTab> {
  const tab = new FakeTab(10_000_000n);
  const model = wrapLanguageModel({
    model: new MockLanguageModelV4({
      modelId,
      provider,
      doGenerate: {
        content: [],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 5, text: 5, reasoning: 0 },
          ...usage,
        },
        warnings: [],
      },
    }),
    middleware: middleware(tab, options),
  });
  await model.doGenerate({
    prompt: [user],
    ...(maxOutputTokens !== null && { maxOutputTokens }),
    ...params,
  });
  return tab;
}

export function reservedMicros(tab: FakeTab): bigint | undefined {
  return tab.reservations[0]?.micros;
}
