import { describe, expect, it } from "vitest";
import { protocolOf } from "./safety-protocol.ts";

describe("the protocol derived from a model's name", () => {
  it.each([
    ["llama-guard3:8b", "llama_guard"],
    ["meta-llama/llama-guard-4-12b", "llama_guard"],
    ["nvidia/llama-3.1-nemoguard-8b-content-safety", "nemotron"],
    ["nvidia/llama-3.1-nemotron-safety-guard-8b-v3", "nemotron"],
    ["gpt-oss-safeguard:20b", "safeguard"],
    ["omni-moderation-2024-09-26", "moderation"],
    ["text-moderation-latest", "moderation"],
    ["gpt-4.1", null],
  ])("of %s is %s", (model, protocol) => {
    expect(protocolOf(model)).toBe(protocol);
  });
});
