import { expect, it } from "vitest";
import { nearestName } from "./names.ts";

const known = ["amountUsd", "vendor", "purpose", "category", "body", "idempotencyKey"];

it.each([
  ["vendr", "vendor"],
  ["VENDOR", "vendor"],
  ["amount_usd", "amountUsd"],
  ["amount", "amountUsd"],
  ["purpse", "purpose"],
  ["idempotency-key", "idempotencyKey"],
  ["key", "idempotencyKey"],
  ["categories", "category"],
  ["bodi", "body"],
  ["v".repeat(100_000), "vendor"],
])("is found for the name %s", (name, nearest) => {
  expect(nearestName(name, known)).toBe(nearest);
});

it("is not found among none", () => {
  expect(nearestName("vendor", [])).toBeUndefined();
});
