import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSealIntact, seal } from "./chain.ts";

const salt = "0123456789abcdef0123456789abcdef";

describe("a sealed text", () => {
  it("is intact under its own salt only, and as it was only", () => {
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

  it("keeps its letters on its own side of the salt", () => {
    const sealed = seal(salt, "Acme: servers");
    expect(isSealIntact(`${salt}A`, { ...sealed, text: "cme: servers" })).toBe(false);
    expect(isSealIntact(salt.slice(0, -1), { ...sealed, text: "fAcme: servers" })).toBe(false);
  });

  it("is not intact without a salt, also under a digest made without one", () => {
    expect(isSealIntact(null, seal(null as unknown as string, "Acme"))).toBe(false);
  });

  it("tells nothing of its text to who has the digest alone", () => {
    expect(seal(salt, "Acme").digest).not.toBe(seal(`${salt.slice(1)}0`, "Acme").digest);
  });

  it("passes once it is erased, with its salt or without", () => {
    const erased = { ...seal(salt, "Acme"), text: null };
    expect(isSealIntact(null, erased)).toBe(true);
    expect(isSealIntact(salt, erased)).toBe(true);
  });
});
