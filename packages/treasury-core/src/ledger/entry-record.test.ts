import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSealIntact, seal } from "./chain.ts";

const salt = "0123456789abcdef0123456789abcdef";

describe("a salted commitment", () => {
  it("matches only its own text and salt", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (text, other) => {
        const sealed = seal(salt, text);
        expect(isSealIntact(salt, sealed)).toBe(true);
        expect(isSealIntact(null, sealed)).toBe(false);
        expect(isSealIntact(`${salt}0`, sealed)).toBe(false);
        expect(isSealIntact(salt, { ...sealed, text: other })).toBe(other === text);
      }),
    );
  });

  it("separates the text from the salt unambiguously", () => {
    const sealed = seal(salt, "Acme: servers");
    expect(isSealIntact(`${salt}A`, { ...sealed, text: "cme: servers" })).toBe(false);
    expect(isSealIntact(salt.slice(0, -1), { ...sealed, text: "fAcme: servers" })).toBe(false);
  });

  it("does not match without a salt, even under a digest made without one", () => {
    expect(isSealIntact(null, seal(null as unknown as string, "Acme"))).toBe(false);
  });

  it("reveals nothing of its text by the digest alone", () => {
    expect(seal(salt, "Acme").digest).not.toBe(seal(`${salt.slice(1)}0`, "Acme").digest);
  });

  it("passes once its text is erased, with or without its salt", () => {
    const erased = { ...seal(salt, "Acme"), text: null };
    expect(isSealIntact(null, erased)).toBe(true);
    expect(isSealIntact(salt, erased)).toBe(true);
  });
});
