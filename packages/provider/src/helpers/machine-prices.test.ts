import { describe, expect, it } from "vitest";
import { type MachinePrices, computeCost } from "./machine-prices.ts";

const hour = 3_600_000;
const prices: MachinePrices = {
  shared: { cpuHourUsd: 0.001, gibibyteHourUsd: 0.007 },
  performance: { cpuHourUsd: 0.03, gibibyteHourUsd: 0.007 },
};

describe("computeCost", () => {
  it("charges CPUs and memory per hour", () => {
    const machine = { cpuKind: "performance", cpus: 2, memoryMb: 4_096 };
    expect(computeCost(prices, machine, hour)).toBe(88_000n);
    expect(computeCost(prices, machine, hour / 2)).toBe(44_000n);
    expect(computeCost(prices, machine, 0)).toBe(0n);
  });

  it("charges fractions of 1024 MB proportionally", () => {
    expect(computeCost(prices, { cpuKind: "shared", cpus: 1, memoryMb: 256 }, hour)).toBe(2_750n);
  });

  it("charges an unlisted CPU kind at the highest price", () => {
    const machine = { cpuKind: "constructor", cpus: 1, memoryMb: 1_024 };
    expect(computeCost(prices, machine, hour)).toBe(37_000n);
  });

  it("returns zero without prices", () => {
    expect(computeCost({}, { cpuKind: "any", cpus: 4, memoryMb: 8_192 }, hour)).toBe(0n);
  });

  it("rejects an invalid price", () => {
    const machine = { cpuKind: "odd", cpus: 1, memoryMb: 1_024 };
    for (const cpuHourUsd of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
      const odd = { odd: { cpuHourUsd, gibibyteHourUsd: 0 } };
      expect(() => computeCost(odd, machine, hour)).toThrow("cpuHourUsd");
    }
  });
});
