import type { Json, JsonObject } from "@agent-treasury/provider";
import type { WrittenNames } from "../rule-set/written-rule-set.ts";
import type { NameCondition } from "./condition.ts";

/** Sorted, so that a counter does not begin again when an author reorders a list. */
export const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

export function toNames(written: WrittenNames, nameOf: (name: string) => string): NameCondition {
  if ("notIn" in written) return { notIn: sorted(written.notIn.map(nameOf)) };
  return { in: sorted(("in" in written ? written.in : written).map(nameOf)) };
}

/** A list remains one, so that sets of earlier versions keep their digest. */
export function namesToJson(names: NameCondition): Json {
  return "in" in names ? names.in : { notIn: names.notIn };
}

/** Removes fields that are null, which the written form leaves out. */
export function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
