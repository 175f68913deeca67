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
const unquoted = [
  "what a person is said to have written",
  "what the model is said to have written",
];
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
  });

  it("a plain call succeeds through the channels that are not quoted in JSON", async () => {
    const open = await channelsOf(plain?.text ?? "", Number.POSITIVE_INFINITY);
    expect(open).toEqual(unquoted);
  });

  it("a call outside of the JSON around it succeeds through all others except the operator's name, which no model receives", async () => {
    const outside = `"}}} ${plain?.text ?? ""} {{{"`;
    const open = await channelsOf(outside, Number.POSITIVE_INFINITY);
    const never = [...unquoted, "an operator's name"];
    expect(open).toEqual(Object.keys(injectionChannels).filter((name) => !never.includes(name)));
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
