import { describe, expect, it } from "vitest";
import { Micros } from "./micros.ts";

describe("Micros.portion", () => {
  it("is exact where possible, otherwise rounded to the nearest micro-dollar", () => {
    expect(Micros.portion(Micros.of(90_000n), 30n, 60n)).toBe(45_000n);
    expect(Micros.portion(Micros.of(1n), 1n, 3n)).toBe(0n);
    expect(Micros.portion(Micros.of(1n), 2n, 3n)).toBe(1n);
    expect(Micros.portion(Micros.of(1n), 1n, 2n)).toBe(1n);
    expect(Micros.portion(Micros.of(0n), 7n, 3n)).toBe(0n);
  });
});
