import { describe, expect, it } from "vitest";
import { readDepositAmount } from "./deposit-amount.ts";

describe("the parser of a deposit's amount", () => {
  it.each([
    ["50", 50],
    [" 1.5 ", 1.5],
    ["0012.34", 12.34],
    ["1,250.50", 1250.5],
    ["999,999.99", 999_999.99],
  ])("%j is %d USD", (typed, amountUsd) => {
    expect(readDepositAmount(typed)).toBe(amountUsd);
  });

  // With a comma where most of Europe has it, twelve and a half must not become 1,250.
  it.each([
    "12,50",
    "12,5",
    "1.250,50",
    "1,2500",
    ",500",
    "1,250,",
    "0.99",
    "1.001",
    "1000000",
    "",
  ])("rejects %j", (typed) => {
    expect(readDepositAmount(typed)).toBeNull();
  });
});
