import { expect, it } from "vitest";
import { readOutsideText } from "./outside-text.ts";

const allowed = new Set(["\t", "\n", "\r"]);

it("untrusted text has no control character but white space", () => {
  for (let code = 0; code <= 0xff; code += 1) {
    const character = String.fromCharCode(code);
    const isControl = /\p{Cc}/u.test(character) && !allowed.has(character);
    const flaw = code === 0 ? "U+0000" : isControl ? "control characters" : null;
    expect(readOutsideText(`a${character}b`).flaw, `character ${code}`).toBe(flaw);
  }
});

it.each([
  ["bidirectional controls", "a\u202eb", "ab"],
  ["half of a surrogate pair", "a\ud800b", "a\ufffdb"],
  ["U+0000", "a\u0000b", "a\ufffdb"],
])("untrusted text is normalised: %s", (_what, given, text) => {
  expect(readOutsideText(given).text).toBe(text);
});
