import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseName } from "./normalise-name.ts";

describe("normaliseName", () => {
  it.each([
    ["  Amazon   Web\tServices ", "amazon web services"],
    ["ＡＷＳ", "aws"],
    ["a\u00adw\u200bs\ufeff", "aws"],
    ["Cafe\u0301", "caf\u00e9"],
    ["\u03aa\u0301", "\u0390"],
    ["\u00a0", ""],
  ])("normalises %j", (text, expected) => {
    expect(normaliseName(text)).toBe(expected);
  });

  it("returns a normalised name unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = normaliseName(text);
        expect(normaliseName(once)).toBe(once);
      }),
      { numRuns: 5_000 },
    );
  });
});
