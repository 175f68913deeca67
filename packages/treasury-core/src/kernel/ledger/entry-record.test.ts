import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSaltedTextValid, saltText } from "./chain.ts";

const salt = "0123456789abcdef0123456789abcdef";

describe("a salted commitment", () => {
  it("matches only its own text and salt", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (text, other) => {
        const salted = saltText(salt, text);
        expect(isSaltedTextValid(salt, salted)).toBe(true);
        expect(isSaltedTextValid(null, salted)).toBe(false);
        expect(isSaltedTextValid(`${salt}0`, salted)).toBe(false);
        expect(isSaltedTextValid(salt, { ...salted, text: other })).toBe(other === text);
      }),
    );
  });

  it("separates the text from the salt unambiguously", () => {
    const salted = saltText(salt, "Acme: servers");
    expect(isSaltedTextValid(`${salt}A`, { ...salted, text: "cme: servers" })).toBe(false);
    expect(isSaltedTextValid(salt.slice(0, -1), { ...salted, text: "fAcme: servers" })).toBe(false);
  });

  it("does not match without a salt, even under a digest made without one", () => {
    expect(isSaltedTextValid(null, saltText(null as unknown as string, "Acme"))).toBe(false);
  });

  it("reveals nothing of its text by the digest alone", () => {
    expect(saltText(salt, "Acme").digest).not.toBe(saltText(`${salt.slice(1)}0`, "Acme").digest);
  });

  it("passes once its text is erased, with or without its salt", () => {
    const erased = { ...saltText(salt, "Acme"), text: null };
    expect(isSaltedTextValid(null, erased)).toBe(true);
    expect(isSaltedTextValid(salt, erased)).toBe(true);
  });
});
