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
    ["Straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["İstanbul", "istanbul"],
    ["ΑΣ", "ασ"],
    ["ας", "ασ"],
    ["ŉ", "ʼn"],
    ["\u2800\ufff9\ufdd0\u{e0041}\u3164\u115f\u1160\uffa0", ""],
  ])("normalises %j", (text, expected) => {
    expect(normaliseName(text)).toBe(expected);
  });

  it.each([
    ["ısparta", "isparta"],
    ["Асmе", "Acme"],
    ["PayPaI", "PayPal"],
  ])("does not make look-alikes equal: %j and %j", (name, other) => {
    expect(normaliseName(name)).not.toBe(normaliseName(other));
  });

  it("ignores the case of every character", () => {
    const split: string[] = [];
    for (let code = 0; code < 0x11_0000; code += 1) {
      const character = String.fromCodePoint(code);
      // Upper case is ambiguous for a dotless i.
      if (character === "ı") continue;
      const forms = new Set([character, character.toLowerCase(), character.toUpperCase()]);
      if (forms.size > 1 && new Set([...forms].map(normaliseName)).size > 1) split.push(character);
    }
    expect(split).toEqual([]);
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
