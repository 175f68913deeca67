import { calcPrice } from "@pydantic/genai-prices";
import { type ModelEndpoint, providerAnswer } from "test-suites/meters";
import { afterEach, describe, expect, it, vi } from "vitest";
import { catalogPrices } from "./index.ts";
import {
  chat,
  closeEndpoints,
  hi,
  json,
  meteredEndpoint,
  tokens,
} from "./metered-endpoint.fixture.ts";

const endpoints: ModelEndpoint[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await closeEndpoints(endpoints);
});

describe("prices", () => {
  it("refuses a model without a price before the call", async () => {
    const { endpoint, post } = await meteredEndpoint(endpoints, json, { price: () => undefined });
    const response = await post(chat, hi);
    expect(response.status).toBe(400);
    expect(response.headers.get("x-should-retry")).toBe("false");
    expect(await response.json()).toMatchObject({
      error: { code: "model_unpriced", message: expect.stringContaining("option `price`") },
    });
    expect(endpoint.requests).toEqual([]);
  });

  it("come from the catalogue for known addresses alone", () => {
    const call = { model: "gpt-5", body: {} };
    const url = "https://api.openai.com/v1/chat/completions";
    expect(catalogPrices({ ...call, url })).toMatchObject({
      inputPerMillion: 1.25,
      outputPerMillion: 10,
      cacheReadPerMillion: 0.125,
      contextTokens: 400_000,
    });
    expect(catalogPrices({ ...call, provider: "openai.responses" })).toEqual(
      catalogPrices({ ...call, url }),
    );
    expect(catalogPrices({ ...call, url: "http://127.0.0.1/v1" })).toBeUndefined();
    expect(catalogPrices(call)).toBeUndefined();
    expect(catalogPrices({ ...call, url, model: "gpt-unknown" })).toBeUndefined();
  });

  it("have no context if a request can ask for a longer one than the listed", () => {
    const longer = { provider: "anthropic", model: "claude-sonnet-4-5", body: {} };
    expect(catalogPrices(longer)).not.toHaveProperty("contextTokens");
  });

  it.each([
    ["00:45", 0.22, 0.66],
    ["00:55", 0.44, 1.32],
    ["03:55", 0.44, 1.32],
    ["04:05", 0.22, 0.66],
  ])("at %s are those of the dearest hour in which the call may end", (time, input, output) => {
    vi.useFakeTimers({ now: new Date(`2026-09-01T${time}:00Z`), toFake: ["Date"] });
    const call = { provider: "deepseek", model: "deepseek-v4-flash", body: {} };
    expect(catalogPrices(call)).toMatchObject({ inputPerMillion: input, outputPerMillion: output });
  });

  it.each(["gpt-4o-search-preview", "gpt-4o-mini-search-preview"])(
    "of %s are unknown, because each call is charged for a search",
    (model) => {
      expect(catalogPrices({ provider: "openai", model, body: {} })).toBeUndefined();
      const sonar = { provider: "perplexity", model: "sonar", body: {} };
      expect(catalogPrices(sonar)).toMatchObject({ requestsPerMillion: 12_000 });
    },
  );

  it.each([-1, Number.NaN, 1e9])(
    "fail before the call if one is not a price: %s",
    async (price) => {
      const tiers = [{ start: 1e6, price }];
      const { endpoint, post } = await meteredEndpoint(endpoints, json, {
        price: () => ({ inputPerMillion: { base: 1, tiers }, outputPerMillion: 10 }),
      });
      await expect(post(chat, hi)).rejects.toThrow(`${price} is not a price.`);
      expect(endpoint.requests).toEqual([]);
    },
  );

  it.each([
    ["anthropic", "claude-opus-4-7"],
    ["anthropic", "claude-sonnet-4-5"],
    ["openai", "gpt-5.4"],
  ])("of %s %s give the amount of the catalogue, rounded up", async (provider, model) => {
    const used = { ...tokens, input: 300_001, cacheWrite: provider === "openai" ? 0 : 77 };
    const { tab, post } = await meteredEndpoint(
      endpoints,
      providerAnswer("messages", { tokens: used, stream: false }),
      {
        price: (call) => catalogPrices({ ...call, provider }),
      },
    );
    await (await post("/v1/messages", { ...hi, model })).text();
    const expected = calcPrice(
      {
        input_tokens: used.input,
        cache_read_tokens: used.cacheRead,
        cache_write_tokens: used.cacheWrite,
        output_tokens: used.output,
      },
      model,
      { providerId: provider },
    );
    // Its sum is a double, which may be above the exact sum.
    const exact = (expected?.total_price ?? 0) * 1e6 - 1e-6;
    expect(tab.chargedMicros).toBe(BigInt(Math.ceil(exact)));
  });

  it("of cache writes for an hour and of reasoning are their own", async () => {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 100,
      cache_creation: { ephemeral_5m_input_tokens: 60, ephemeral_1h_input_tokens: 40 },
      output_tokens: 9,
      output_tokens_details: { reasoning_tokens: 4 },
    };
    const hourly = {
      inputPerMillion: 1,
      cacheWritePerMillion: 10,
      cacheWriteHourPerMillion: 100,
      outputPerMillion: 1_000,
      reasoningPerMillion: 10_000,
    };
    const { tab, post } = await meteredEndpoint(
      endpoints,
      { json: { usage } },
      { price: () => hourly },
    );
    await (await post("/v1/messages", hi)).text();
    expect(tab.chargedMicros).toBe(10n + 600n + 4_000n + 5_000n + 40_000n);
  });

  it("of output include reasoning that a provider counts in its total alone", async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 115 };
    const { tab, post } = await meteredEndpoint(
      endpoints,
      { json: { usage } },
      {
        price: () => ({ inputPerMillion: 1, outputPerMillion: 10 }),
      },
    );
    await (await post(chat, hi)).text();
    expect(tab.chargedMicros).toBe(10n + 1_050n);
  });

  it("include compactions that a provider leaves out of its sums", async () => {
    const usage = {
      input_tokens: 10,
      output_tokens: 5,
      iterations: [
        { type: "compaction", input_tokens: 100, output_tokens: 20 },
        { type: "message", input_tokens: 10, output_tokens: 5 },
      ],
    };
    const answer = { json: { usage } };
    const { tab, post } = await meteredEndpoint(endpoints, answer, {
      price: () => ({ inputPerMillion: 1, outputPerMillion: 10 }),
    });
    await (await post("/v1/messages", hi)).text();
    expect(tab.chargedMicros).toBe(110n + 250n);
  });

  it.each([
    [
      "cache writes without a price",
      { input_tokens: 5, cache_creation_input_tokens: 5, output_tokens: 1 },
    ],
    [
      "audio",
      { prompt_tokens: 5, completion_tokens: 5, completion_tokens_details: { audio_tokens: 4 } },
    ],
    ["a dearer service tier", { input_tokens: 5, output_tokens: 5, service_tier: "priority" }],
    ["the dearest tier", { input_tokens: 5, output_tokens: 5, service_tier: "ultrafast" }],
    ["no output", { input_tokens: 5 }],
    ["tokens that are not whole numbers", { input_tokens: 5, output_tokens: 0.5 }],
  ])("are unknown for %s, so that the reservation is charged", async (_, usage) => {
    const { tab, post } = await meteredEndpoint(
      endpoints,
      { json: { usage } },
      {
        price: () => ({ inputPerMillion: 1, outputPerMillion: 10 }),
      },
    );
    await (await post(chat, hi)).text();
    expect(tab.chargedMicros).toBe(tab.reservations[0]?.micros);
  });
});
