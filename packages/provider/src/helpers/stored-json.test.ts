import { expect, expectTypeOf, it } from "vitest";
import type { JsonObject } from "../ports/json.ts";
import { fromStored, toStored } from "./stored-json.ts";

interface Stored {
  readonly id: string;
  readonly spans?: readonly { readonly until: number | null }[];
}

it("returns records as JSON and back, with fields of later versions", () => {
  const record: Stored = { id: "a", spans: [{ until: null }] };
  expect(toStored(record)).toBe(record);
  expectTypeOf(toStored(record)).toEqualTypeOf<JsonObject>();
  expect(fromStored<Stored>({ id: "a", later: true })).toEqual({ id: "a", later: true });
});

it("refuses what JSON would lose", () => {
  const lost = [
    // @ts-expect-error A bigint has no JSON.
    toStored({ amount: 5n }),
    // @ts-expect-error A date would become a string.
    toStored({ spans: [{ at: new Date(0) }] }),
    // @ts-expect-error A function would be lost.
    toStored({ read: () => 1 }),
  ];
  expect(lost).toHaveLength(3);
});
