import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { injectionChannels, injectionStages } from "./injection-channels.fixture.ts";
import { injected } from "./injection-outcome.fixture.ts";
import { markupPayloads } from "./markup-payloads.fixture.ts";

// Only the test runner can replace the escaping, because no option or setting affects it.
vi.mock("../../packages/tool-call-markup/src/escape-for-model.ts", () => ({
  escapeForModel: (text: string) => text,
}));
vi.mock("../../packages/tool-call-markup/src/tool-response.ts", () => ({
  toolResponse: (name: string, content: unknown) =>
    `<tool_response>${JSON.stringify({ name, content: content ?? null })}</tool_response>`,
}));

const [plain] = markupPayloads;
let stages: ReturnType<typeof injectionStages>;

beforeAll(() => {
  stages = injectionStages();
});
afterAll(() => stages.close());

describe("without escaping", () => {
  it("every markup payload becomes a call through some channel", async () => {
    const harmless: string[] = [];
    for (const { name, text } of markupPayloads) {
      if ((await channelsOf(text)).length === 0) harmless.push(name);
    }
    expect(harmless).toEqual([]);
  }, 120_000);

  it("a plain call succeeds where it is not quoted in JSON", async () => {
    const open = await channelsOf(plain?.text ?? "", Number.POSITIVE_INFINITY);
    expect(open).toEqual([
      "what a person is said to have written",
      "what the model is said to have written",
    ]);
  });

  it("a call after the end of the JSON succeeds through some channels", async () => {
    const open = new Set<string>();
    for (const end of ["}}", `"}}`, "}}{", `"}}{{`, `{"}}{"`, `}}"{{"`]) {
      const text = `${end} ${plain?.text ?? ""}`;
      for (const name of await channelsOf(text, Number.POSITIVE_INFINITY)) open.add(name);
    }
    // Which ones depends on where the model's answer closes the quotation before the call.
    expect(open.size).toBeGreaterThan(0);
    expect(open).not.toContain("an operator's name");
  });
});

/** The channels through which a text becomes a call, up to a number. */
async function channelsOf(text: string, most = 1): Promise<string[]> {
  const open: string[] = [];
  for (const [name, channel] of Object.entries(injectionChannels)) {
    if (open.length >= most) break;
    const { calls } = await injected(stages.next(), channel, text);
    if (calls.length > 0) open.push(name);
  }
  return open;
}
