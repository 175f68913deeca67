import { TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type Meaning, meaningOf } from "./sql-state.ts";

const states: Readonly<Record<Meaning, readonly string[]>> = {
  again: ["40001", "40P01", "55P03", "57014", "53100", "53200", "53300", "53400", "26000", "42P05"],
  "read-only": ["25006"],
  refused: ["23505", "23502", "22021", "22P02", "22003", "54000", "21000"],
  failed: ["42P01", "42501", "28P01", "3D000", "58030", "XX000", "0A000"],
  unclear: [
    "08000",
    "08003",
    "08006",
    "08007",
    "08P01",
    "40003",
    "57P01",
    "57P02",
    "57P03",
    "57P05",
    "ZZ999",
  ],
};

describe("an SQL state", () => {
  it.each(Object.entries(states))("means %s: %s", (meaning, codes) => {
    for (const code of codes) {
      const error = Object.assign(new Error(code), { code, severity: "ERROR" });
      expect([code, meaningOf(error)]).toEqual([code, meaning]);
    }
  });

  it("that is missing means unclear, regardless of the driver's own code", () => {
    const codes = ["ECONNRESET", "EPIPE", "ETIMEDOUT", undefined];
    for (const code of codes) {
      expect(meaningOf(Object.assign(new Error("lost"), { code }))).toBe("unclear");
    }
    expect(meaningOf("lost")).toBe("unclear");
  });

  it("is not used if a statement was never sent", () => {
    expect(meaningOf(new TreasuryError("storage_error", "Not reached."))).toBe("failed");
  });
});
