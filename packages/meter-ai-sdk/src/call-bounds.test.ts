import { describe, expect, it } from "vitest";
import { type CallParams, called, reservedMicros, user } from "./metered-model.fixture.ts";

const empty = { tools: [], providerOptions: {} };

/** Bytes of the request's JSON, and 1,000 tokens for instructions of the provider. */
function bound(json: object, inputTokens: number, outputTokens: number): bigint {
  const bytes = Buffer.byteLength(JSON.stringify(json));
  return BigInt(bytes + 1_000 + inputTokens + 10 * outputTokens);
}

const image = new Uint8Array(5_000);
const file = (mediaType: string, data: Uint8Array) => ({
  role: "user" as const,
  content: [{ type: "file" as const, mediaType, data: { type: "data" as const, data } }],
});

const imageResult = {
  role: "tool" as const,
  content: [
    {
      type: "tool-result" as const,
      toolCallId: "1",
      toolName: "f",
      output: { type: "content" as const, value: file("image/png", image).content },
    },
  ],
};
const jsonResult = {
  role: "tool" as const,
  content: [
    {
      type: "tool-result" as const,
      toolCallId: "1",
      toolName: "f",
      output: { type: "json" as const, value: { type: "image", data: "AAAA" } },
    },
  ],
};
const jsonOf = (message: object): object =>
  JSON.parse(
    JSON.stringify({ prompt: [message], ...empty }, (_, value: unknown) =>
      value instanceof Uint8Array ? "" : value,
    ),
  ) as object;

describe("the worst case of a call", () => {
  it("counts each byte of the prompt and the tools as a token", async () => {
    const tools = [
      { type: "function" as const, name: "f", inputSchema: { type: "object" as const } },
    ];
    const tab = await called({ tools, toolChoice: { type: "auto" } });
    const json = { prompt: [user], toolChoice: { type: "auto" }, tools, providerOptions: {} };
    expect(reservedMicros(tab)).toBe(bound(json, 0, 100));
    expect(tab.chargedMicros).toBe(10n + 50n);
  });

  it("counts an image at its maximum, also in the result of a tool", async () => {
    for (const message of [file("image/png", image), imageResult]) {
      const tab = await called({ prompt: [message] });
      expect(reservedMicros(tab)).toBe(bound(jsonOf(message), 7_000, 100));
    }
  });

  it("counts the bytes of a text file, and the context for another file", async () => {
    const text = file("text/plain", new Uint8Array(321));
    expect(reservedMicros(await called({ prompt: [text] }))).toBe(bound(jsonOf(text), 321, 100));
    const url = new URL("https://example.com/long.txt");
    const data = { type: "url" as const, url };
    const linked = { type: "file" as const, mediaType: "text/plain", data };
    const prompt = [{ role: "user" as const, content: [linked] }];
    expect(reservedMicros(await called({ prompt }))).toBe(100_000n + 1_000n);
    const pdf = await called({ prompt: [file("application/pdf", image)] });
    expect(reservedMicros(pdf)).toBe(100_000n + 1_000n);
  });

  it("reads no content in the JSON of a tool", async () => {
    const tab = await called({ prompt: [jsonResult] });
    expect(reservedMicros(tab)).toBe(bound(jsonOf(jsonResult), 0, 100));
  });

  it.each([
    [{ itemId: "rs_1" }, 100_000n + 1_000n],
    [{ itemId: "rs_1", reasoningEncryptedContent: "abc" }, null],
  ])(
    "uses the context if the provider adds stored reasoning: %o",
    async (openai, expectedMicros) => {
      const part = { type: "reasoning" as const, text: "", providerOptions: { openai } };
      const message = { role: "assistant" as const, content: [part] };
      const tab = await called({ prompt: [message] });
      expect(reservedMicros(tab)).toBe(
        expectedMicros ?? bound({ prompt: [message], ...empty }, 0, 100),
      );
    },
  );

  it("uses the context for a stored response", async () => {
    const tab = await called({ providerOptions: { openai: { previousResponseId: "r" } } });
    expect(reservedMicros(tab)).toBe(101_000n);
  });

  it.each<[string, CallParams, string, number]>([
    ["no limit", { maxOutputTokens: null }, "mock", 50_000],
    [
      "a limit in provider options",
      { providerOptions: { openai: { maxCompletionTokens: 900 } } },
      "mock",
      900,
    ],
    ...["max_tokens", "max_completion_tokens", "max_output_tokens"].map(
      (name): [string, CallParams, string, number] => [
        `${name} in provider options`,
        { providerOptions: { compatible: { [name]: 900 } } },
        "mock",
        900,
      ],
    ),
    ["several answers", { providerOptions: { compatible: { n: 3 } } }, "mock", 300],
    [
      "thinking",
      {
        providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 2_000 } } },
      },
      "mock",
      2_100,
    ],
    [
      "thinking without a budget",
      { providerOptions: { anthropic: { thinking: { type: "enabled" } } } },
      "mock",
      1_124,
    ],
    [
      "reasoning with a budget of the provider",
      { reasoning: "high" },
      "anthropic.messages",
      50_000,
    ],
    ["reasoning within the limit", { reasoning: "high" }, "openai.responses", 100],
  ])("bounds the output with %s", async (_, params, provider, outputTokens) => {
    const tab = await called(params, {}, { provider });
    const { providerOptions = {} } = params;
    expect(reservedMicros(tab)).toBe(
      bound({ prompt: [user], tools: [], providerOptions }, 0, outputTokens),
    );
  });

  it.each<[string, CallParams]>([
    [
      "openai.web_search",
      { tools: [{ type: "provider", id: "openai.web_search", name: "web", args: {} }] },
    ],
    ["serviceTier", { providerOptions: { openai: { serviceTier: "priority" } } }],
    ["mcpServers", { providerOptions: { anthropic: { mcpServers: [] } } }],
    ["speed", { providerOptions: { anthropic: { speed: "fast" } } }],
    ["another model", { providerOptions: { compatible: { model: "dearer" } } }],
    ["invalid n", { providerOptions: { compatible: { n: "3" } } }],
    ["audio", { prompt: [file("audio/wav", image)] }],
  ])(
    "is unknown with %s: the call is refused unless the option allows it",
    async (name, params) => {
      await expect(called(params)).rejects.toMatchObject({
        code: "call_unbounded",
        message: expect.stringContaining(`allow: { "${name}": 0.05 }`),
      });
      const tab = await called(params, {}, { allow: { [name]: 0.05 } });
      expect(tab.chargedMicros).toBe(60n + 50_000n);
    },
  );
});
