import { expect, it } from "vitest";
import { redact } from "./redact.ts";

const secret = "Zq7+Kx/93mVt-Lw0Rb.Yn5_Hd";

it("replaces an exact secret and keeps the rest of the text", () => {
  expect(redact(`The key ${secret} is wrong.`, [secret])).toBe("The key [redacted] is wrong.");
  expect(redact("The key odd-key! is wrong.", ["odd-key"])).toBe("The key [redacted]! is wrong.");
});

it.each([
  encodeURIComponent(secret),
  btoa(secret),
  btoa(`ab:${secret}`),
  secret.slice(3, 14),
  Array.from(secret).join(" "),
  secret.toUpperCase(),
])("replaces the whole text if it has a secret in the form %s", (form) => {
  expect(redact(`The key ${form} is wrong.`, [secret])).toBe("[redacted]");
});

it("does not change other texts, nor any text without secrets in use", () => {
  const text = "This model's maximum context is 8192 tokens… ask for fewer.";
  expect(redact(text, [secret])).toBe(text);
  expect(redact(text, [""])).toBe(text);
});
