import { expect, it } from "vitest";
import { randomIdentifiers } from "./identifiers.ts";

it("are 128 bits in hexadecimal, and none of them is fixed", () => {
  const drawn = Array.from({ length: 400 }, () => randomIdentifiers.random());
  expect(drawn.filter((id) => !/^[\da-f]{32}$/.test(id))).toEqual([]);
  const bits = drawn.map((id) => BigInt(`0x${id}`));
  const ever = bits.reduce((seen, id) => seen | id, 0n);
  const always = bits.reduce((seen, id) => seen & id, (1n << 128n) - 1n);
  expect([ever.toString(16), always]).toEqual(["f".repeat(32), 0n]);
  expect(new Set(drawn).size).toBe(400);
});
