import type { Json } from "@agent-treasury/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptJson } from "./kept-json.ts";

const throughText = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("a stored body", () => {
  it("equals a JSON round trip", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(keptJson(value as Json)).toStrictEqual(throughText(value));
      }),
    );
  });

  it.each([
    ["an undefined property", { kept: 1, lost: undefined }],
    ["an undefined item", [1, undefined]],
    ["a missing item", Array.from({ length: 3 }).fill(1, 0, 1)],
    ["a number that is not finite", { amount: Number.NaN, more: [Infinity] }],
    ["minus zero", { amount: -0 }],
    ["a date", { at: new Date(0) }],
    ["an object with toJSON", { said: { toJSON: () => "so" } }],
    ["a map", { map: new Map([[1, 2]]) }],
    ["a property called __proto__", JSON.parse('{"a":{"__proto__":{"b":1}}}')],
  ])("equals a JSON round trip for %s", (_name, value) => {
    const kept = keptJson(value as Json);
    expect(kept).toStrictEqual(throughText(value));
    expect(JSON.stringify(kept)).toBe(JSON.stringify(value));
  });

  it("is rejected if it is not JSON", () => {
    expect(() => keptJson({ amount: 1n } as unknown as Json)).toThrow(TypeError);
    const itself: Record<string, unknown> = {};
    itself["itself"] = itself;
    expect(() => keptJson(itself as Json)).toThrow(RangeError);
  });

  it("cannot be changed through the given or the returned object", () => {
    const given = { list: [{ amount: "1" }] };
    const kept = keptJson(given) as unknown as typeof given;
    given.list[0] = { amount: "2" };
    expect(kept.list[0]).toEqual({ amount: "1" });
    expect(Object.isFrozen(kept.list) && Object.isFrozen(kept.list[0])).toBe(true);
  });
});
