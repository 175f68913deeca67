import { type ModelEndpoint, testCostMicros, testPrices } from "test-suites/meters";
import { afterEach, describe, expect, it } from "vitest";
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
  await closeEndpoints(endpoints);
});

// 1,000 tokens are added for instructions of the provider, at 1.5625 USD per million.
function bound(sentBytes: number, outputTokens: number): bigint {
  const exact = BigInt(sentBytes + 1_000) * 15_625n + BigInt(outputTokens) * 100_000n;
  return (exact + 9_999n) / 10_000n;
}

function bytes(body: object): number {
  return Buffer.byteLength(JSON.stringify(body));
}

function message(content: unknown[]): object {
  return { ...hi, messages: [{ role: "user", content }] };
}

describe("the worst case of a call", () => {
  const png = `data:image/png;base64,${"A".repeat(4_000)}`;
  const images = message([{ type: "image_url", image_url: { url: png } }]);
  const claude = {
    model: "claude-test",
    max_tokens: 100,
    messages: [
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "1",
            content: [{ type: "image", source: { type: "base64", data: "A".repeat(4_000) } }],
          },
        ],
      },
    ],
  };
  const unicode = { ...hi, messages: [{ role: "user", content: "🎉".repeat(50) }] };
  const tools = { ...hi, tools: [{ type: "function", function: { name: "f", parameters: {} } }] };
  const bash = { ...hi, tools: [{ type: "bash_20250124", name: "bash" }] };
  const looksLikeImage = message([
    { type: "tool_use", id: "1", name: "f", input: { type: "image", source: { data: "AAAA" } } },
  ]);

  it.each<[string, object, bigint]>([
    ["counts each byte as a token", hi, bound(bytes(hi), 100)],
    ["counts bytes of UTF-8", unicode, bound(bytes(unicode), 100)],
    ["includes tools", tools, bound(bytes(tools), 100)],
    ["adds instructions for a typed tool", bash, bound(bytes(bash) + 1_000, 100)],
    ["multiplies the output by n", { ...hi, n: 3 }, bound(bytes({ ...hi, n: 3 }), 300)],
    ["uses the larger limit", { ...hi, max_completion_tokens: 500 }, bound(bytes(hi) + 28, 500)],
    [
      "uses the model's maximum without a limit",
      { ...hi, max_tokens: null },
      bound(bytes(hi) + 1, 2_000),
    ],
    ["counts an image at its maximum", images, bound(bytes(images) - png.length + 50_000, 100)],
    ["counts an image of Claude", claude, bound(bytes(claude) - 4_000 + 5_000, 100)],
    ["reads no content in arguments", looksLikeImage, bound(bytes(looksLikeImage), 100)],
    ["uses the context for stored input", { ...hi, previous_response_id: "r" }, bound(7_000, 100)],
    [
      "uses the context for a file",
      message([{ type: "file", file: { file_id: "f" } }]),
      bound(7_000, 100),
    ],
  ])("%s", async (_, body, expectedMicros) => {
    const { tab, post } = await meteredEndpoint(endpoints, json, {
      price: () => ({ ...testPrices, maximumOutputTokens: 2_000, contextTokens: 8_000 }),
    });
    await (await post(chat, body)).text();
    expect(tab.reservations.map(({ micros }) => micros)).toEqual([expectedMicros]);
  });

  it("uses the dearest tier that the input can reach", async () => {
    const tiered = {
      base: 1,
      tiers: [
        { start: 1_000, price: 2 },
        { start: 1e6, price: 4 },
      ],
    };
    const { tab, post } = await meteredEndpoint(endpoints, json, {
      price: () => ({
        inputPerMillion: tiered,
        outputPerMillion: 0,
        requestsPerMillion: 5_000_000,
      }),
    });
    await (await post(chat, hi)).text();
    expect(tab.reservations[0]?.micros).toBe(BigInt(2 * (bytes(hi) + 1_000) + 5_000_000));
  });

  it.each([
    ["web_search", { tools: [{ type: "web_search" }] }],
    ["web_search_20260318", { tools: [{ type: "web_search_20260318", name: "web_search" }] }],
    ["code_interpreter", { tools: [{ type: "code_interpreter", container: { type: "auto" } }] }],
    ["web_search_options", { web_search_options: {} }],
    ["mcp_servers", { mcp_servers: [{ url: "https://example.com" }] }],
    ["modalities", { modalities: ["text", "audio"] }],
    [
      "audio",
      { messages: [{ role: "user", content: [{ type: "input_audio", input_audio: {} }] }] },
    ],
    ["service_tier", { service_tier: "priority" }],
    ["speed", { speed: "fast" }],
    // Its tools are stored by the provider.
    ["prompt", { prompt: { id: "pmpt_1" } }],
    ["plugins", { plugins: [{ id: "web" }] }],
    ["invalid n", { n: "3" }],
  ])(
    "is unknown with %s: the call is refused unless the option allows it",
    async (name, fields) => {
      const refused = await meteredEndpoint(endpoints, json);
      const response = await refused.post(chat, { ...hi, ...fields });
      expect(response.status).toBe(400);
      const { error } = (await response.json()) as { error: { code: string; message: string } };
      expect(error.code).toBe("call_unbounded");
      expect(error.message).toContain(`allow: { "${name}": 0.05 }`);
      expect(refused.endpoint.requests).toEqual([]);

      const { tab, post } = await meteredEndpoint(endpoints, json, {
        allow: { [name]: 0.05 },
      });
      await (await post(chat, { ...hi, ...fields })).text();
      expect(tab.chargedMicros).toBe(testCostMicros(tokens) + 50_000n);
    },
  );

  it.each([
    ["call_unbounded", "max_tokens", chat, { ...hi, max_tokens: undefined }],
    ["call_unbounded", "contextTokens", "/v1/responses", { ...hi, conversation: "c" }],
    ["call_unbounded", "/v1/embeddings", "/v1/embeddings", { model: "m", input: "hi" }],
    ["call_unbounded", chat, chat, { ...hi, model: undefined }],
  ])("is unknown: %s about %s", async (code, about, path, body) => {
    const { endpoint, post } = await meteredEndpoint(endpoints, json);
    const response = await post(path, body);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe(code);
    expect(error.message).toContain(about === "max_tokens" ? "maximumOutputTokens" : about);
    expect(endpoint.requests).toEqual([]);
  });
});
