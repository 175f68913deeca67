import { describe, expect, it } from "vitest";
import { memoryStorage } from "../memory.ts";
import { publishingTermsOf, spendingTermsOf } from "./policy-from-options.ts";

describe("the expiry of proposals", () => {
  it("is rounded to whole milliseconds, because a storage may store no fractions", () => {
    const options = { baseUrl: "http://localhost:3000", storage: memoryStorage() };
    const { proposalLifetimeMs } = spendingTermsOf(
      { ...options, proposalExpiryHours: 1 / 7 },
      publishingTermsOf(options),
    );
    expect(proposalLifetimeMs).toBe(514_286);
  });
});
