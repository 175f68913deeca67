import { describe, expect, it } from "vitest";
import { aQuote } from "./proposal.fixture.ts";
import { expiredText, priceText, railText } from "./quote-text.ts";

describe("a quoted price", () => {
  it("is a fixed price or a maximum", () => {
    expect(priceText(aQuote({ maximumUsd: 0.5 }))).toBe("$0.50, fixed price");
    expect(priceText(aQuote({ maximumUsd: 12, isFixed: false }))).toBe("At most $12.00");
  });

  it("names its rail, and states that the sandbox's is test money", () => {
    expect(railText({ rail: "x402" })).toBe("x402");
    expect(railText({ rail: "sandbox" })).toBe("Sandbox, test money only");
    expect(railText({ rail: "constructor" })).toBe("constructor");
  });

  it("explains what to do once it expired", () => {
    const { expiresAt } = aQuote();
    expect(expiredText({ expiresAt })).toMatch(
      /^This price expired at .+, so the spend cannot be approved\. Deny it, and ask the agent to propose it again\.$/,
    );
  });
});
