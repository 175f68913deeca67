import type { Json, JsonObject } from "../ports/json.ts";

/** A record whose fields JSON can hold: no amount as a `bigint`, no date, no function. */
type Storable<Value> = [Value] extends [Json]
  ? Value
  : unknown extends Value
    ? Value
    : Value extends string | number | boolean | null | undefined
      ? Value
      : Value extends bigint | symbol | Date | ((...given: never[]) => unknown)
        ? never
        : { readonly [Name in keyof Value]: Storable<Value[Name]> };

/** Returns a record as JSON. The compiler refuses what would be lost. */
export function toStored<Value extends object>(
  record: Value & Storable<Value>,
): Value extends readonly unknown[] ? readonly Json[] : JsonObject {
  return record as object as never;
}

/**
 * Returns stored JSON as the record of its kind. Records are not parsed: only this service writes them,
 * and the hash chain or the kind's walk verifies them. Fields of later versions remain.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The caller states the kind of the record.
export function fromStored<Value>(json: Json | undefined): Value {
  return json as Value;
}
