import { describe, expect, it } from "vitest";
import { readChallenge } from "./read-challenge.ts";

const empty = new Uint8Array();
const depth = 5_000;
const deep = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("a seller's challenge", () => {
  it.each([
    ["resource", `{"x402Version":2,"resource":${deep},"accepts":[]}`],
    ["requirement", `{"x402Version":2,"resource":{},"accepts":[${deep}]}`],
    ["extension", `{"x402Version":2,"resource":{},"accepts":[],"extensions":${deep}}`],
  ])("whose %s is nested too deep is invalid", (_part, text) => {
    const body = new TextEncoder().encode(text);
    const headers = { "payment-required": Buffer.from(text).toString("base64") };
    for (const answer of [
      { status: 402, headers: {}, body },
      { status: 402, headers, body: empty },
    ]) {
      expect(readChallenge(answer)).toBe("The seller's challenge is not valid x402 version 2.");
    }
  });
});
