import { describe, expect, it } from "vitest";
import { type MachinePrices, computeCost } from "./machine-prices.ts";

const hour = 3_600_000;
const prices: MachinePrices = {
  shared: { cpuHourUsd: 0.001, gibibyteHourUsd: 0.007 },
  performance: { cpuHourUsd: 0.03, gibibyteHourUsd: 0.007 },
};

describe("what a machine costs", () => {
  it("is its CPUs and its memory, by the hour", () => {
    const machine = { cpuKind: "performance", cpus: 2, memoryMb: 4_096 };
    expect(computeCost(prices, machine, hour)).toBe(88_000n);
    expect(computeCost(prices, machine, hour / 2)).toBe(44_000n);
    expect(computeCost(prices, machine, 0)).toBe(0n);
  });

  it("counts a part of 1024 MB as the part that it is", () => {
    expect(computeCost(prices, { cpuKind: "shared", cpus: 1, memoryMb: 256 }, hour)).toBe(2_750n);
  });

  it("is never told too low for a kind of CPU without a price", () => {
    const machine = { cpuKind: "constructor", cpus: 1, memoryMb: 1_024 };
    expect(computeCost(prices, machine, hour)).toBe(37_000n);
  });

  it("is nothing where there are no prices", () => {
    expect(computeCost({}, { cpuKind: "any", cpus: 4, memoryMb: 8_192 }, hour)).toBe(0n);
  });

  it("refuses a price that is no amount", () => {
    const machine = { cpuKind: "odd", cpus: 1, memoryMb: 1_024 };
    for (const cpuHourUsd of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
      const odd = { odd: { cpuHourUsd, gibibyteHourUsd: 0 } };
      expect(() => computeCost(odd, machine, hour)).toThrow("cpuHourUsd");
    }
  });
});
