import { describe, expect, it } from "vitest";
import { proposalRequestSchema } from "./proposing.ts";
import { spendArgumentsSchema } from "./tool-arguments.ts";
import { hasVisibleCharacter } from "./visible-text.ts";

const invisible = [
  "\u200b",
  "\u200d\ufeff",
  "\u00ad",
  "\u034f",
  "\u115f",
  "\u1160",
  "\u17b4",
  "\u180e",
  "\u2063",
  "\u2800",
  "\u3164",
  "\uffa0",
  "\ufe0f",
  "\ufff9\ufffa\ufffb",
  "\ufdd0",
  "\u{1d159}",
  "\u{1d173}",
  "\u{e0061}\u{e007f}",
  "\u{e0100}",
  "\u{1fffe}",
  "\u0301",
  "\u00a0\u2003",
];

describe("a text without a visible character", () => {
  it.each(invisible)("is recognised: %j", (text) => {
    expect(hasVisibleCharacter(text)).toBe(false);
    expect(hasVisibleCharacter(`${text}A${text}`)).toBe(true);
  });

  it.each(["A", "é", "東京", "٣", "!", "$", "🍕", "नि"])("is not %j", (text) => {
    expect(hasVisibleCharacter(text)).toBe(true);
  });

  it.each(invisible)("is refused as a vendor or purpose: %j", (text) => {
    const spend = { amountUsd: 1, vendor: "Acme", purpose: "paper" };
    const expected = /\S/.test(text) ? "must contain a visible character" : "must not be empty";
    for (const schema of [spendArgumentsSchema, proposalRequestSchema]) {
      for (const field of ["vendor", "purpose"]) {
        const { error } = schema.safeParse({ ...spend, [field]: text });
        expect(error?.issues.map(({ message }) => message)).toContain(expected);
      }
    }
  });
});
