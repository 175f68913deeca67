import { expect, it } from "vitest";
import { memoryStorage } from "../../memory.ts";
import { kernelTermsOf } from "./spending-options.ts";

it("rounds the expiry of proposals to milliseconds, because a storage may store no fractions", () => {
  const options = { baseUrl: "http://localhost:3000", storage: memoryStorage() };
  const { proposalLifetimeMs } = kernelTermsOf({ ...options, proposalExpiryHours: 1 / 7 });
  expect(proposalLifetimeMs).toBe(514_286);
});
