import { hashOf as hashOfRules } from "@agent-treasury/rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOn, hashOf, keyedDigestOn, saltOfField, sha256Hex } from "./hash.ts";

const anywhere = digestOn({});
const keyedAnywhere = keyedDigestOn({});

describe("a digest", () => {
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["Zürich €", "d0ebaa0498acd58ae55006c0623d1450a3377b99f6057c3e5da19bb676523b53"],
  ])("of %j is known", (text, digest) => {
    expect(sha256Hex(text)).toBe(digest);
    expect(anywhere(text)).toBe(digest);
  });

  it("is the same on every platform for any text", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      // Half of a surrogate pair is not a character, and must also be encoded identically.
      fc
        .array(fc.integer({ min: 0xd7f0, max: 0xe010 }))
        .map((codes) => String.fromCharCode(...codes)),
      fc.integer({ min: 0, max: 300 }).map((length) => "x".repeat(length)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(sha256Hex(text)).toBe(anywhere(text));
        expect(hashOf(text)).toBe(hashOfRules(text));
      }),
      { numRuns: 500 },
    );
  });

  it("uses Node's implementation if available", () => {
    const asked: string[] = [];
    const hash = (...given: unknown[]): string => String(asked.push(given.join(" ")));
    expect(digestOn({ process: { getBuiltinModule: () => ({ hash }) } })("abc")).toBe("1");
    expect(asked).toEqual(["sha256 abc hex"]);
    for (const process of [
      {},
      { getBuiltinModule: () => undefined },
      { getBuiltinModule: () => ({}) },
    ])
      expect(digestOn({ process })("abc")).toBe(anywhere("abc"));
  });
});

describe("the salt of a field", () => {
  it("is known", () => {
    // The first 128 bits of test case 2 of RFC 4231.
    expect(saltOfField("Jefe", "what do ya want for nothing?")).toBe(
      "5bdcc146bf60754e6a042426089575c7",
    );
  });

  it("is the same on every platform", () => {
    const text = fc.string({ unit: "binary", maxLength: 200 });
    fc.assert(
      fc.property(text, text, (salt, field) => {
        expect(saltOfField(salt, field)).toBe(keyedAnywhere(salt, field).slice(0, 32));
      }),
    );
  });
});
