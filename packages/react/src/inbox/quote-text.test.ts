import { describe, expect, it } from "vitest";
import { aProposal, aQuote } from "./proposal.fixture.ts";
import { expiredText, priceText, purposeText, railText, vendorText } from "./quote-text.ts";

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

  it("names its seller and the request without repeating the address", () => {
    const vendor = "https://weather.example";
    const purpose = "GET https://weather.example/lisbon?days=3: the weather";
    const bought = aProposal({ vendor, purpose, quote: aQuote() });
    expect(vendorText(bought)).toBe("weather.example");
    expect(purposeText(bought)).toBe("GET /lisbon?days=3: the weather");
    // Only a rail proves an origin, and only the seller's own address is shortened.
    expect(vendorText({ ...bought, quote: null })).toBe(vendor);
    expect(purposeText({ ...bought, quote: null })).toBe(purpose);
    const other = { ...bought, vendor: "https://weather.example.evil.example" };
    expect(vendorText({ ...bought, vendor: "https://a.example/b" })).toBe("https://a.example/b");
    expect(purposeText(other)).toBe(purpose);
    expect(vendorText({ vendor })).toBe("weather.example");
  });
});
