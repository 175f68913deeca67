import { describe, expect, it } from "vitest";
import { formatSignedUsd, formatUsd, readUsd, shareOf, usdAfter, usdTogether } from "./usd.ts";

describe("amounts", () => {
  it("are shown with all digits, and at least two", () => {
    expect([24, 0.1, 0.000_001, 1234.5].map(formatUsd)).toEqual([
      "$24.00",
      "$0.10",
      "$0.000001",
      "$1,234.50",
    ]);
    expect(formatUsd("24")).toBe("an unknown amount");
  });

  it("have a sign in the ledger, of one width", () => {
    expect([-4, 60, 0].map(formatSignedUsd)).toEqual(["\u2212$4.00", "+$60.00", "$0.00"]);
    expect(formatUsd(-4)).toBe("\u2212$4.00");
  });

  it("are added and subtracted exactly", () => {
    expect(0.1 + 0.7).not.toBe(0.8);
    expect(usdTogether(0.1, 0.7)).toBe(0.8);
    expect(usdAfter(0.3, 0.1)).toBe(0.2);
    expect(usdAfter(8_000_000_000, 0.000_001)).toBe(7_999_999_999.999_999);
  });

  it("are read with commas between thousands only, so that 12,50 is not 1,250 and 0,500 not 500", () => {
    expect(["12.50", " $1,250.5 ", "0", "1,000,000", "0.000001"].map(readUsd)).toEqual([
      12.5, 1250.5, 0, 1_000_000, 0.000_001,
    ]);
    for (const typed of [
      "12,50",
      "0,500",
      "012,500",
      "1.250,50",
      "1,2500",
      ",500",
      "1,250,",
      "1e2",
      "-1",
      "",
    ]) {
      expect(readUsd(typed)).toBeNull();
    }
  });

  it("are a share from 0 to 1", () => {
    expect([shareOf(25, 100), shareOf(150, 100), shareOf(-5, 100), shareOf(5, 0)]).toEqual([
      0.25, 1, 0, 0,
    ]);
  });
});
