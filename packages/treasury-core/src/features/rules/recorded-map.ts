import type { Json, JsonObject } from "@agent-treasury/provider";

/**
 * A map that does not change after its first record. The record is created once, because most commits
 * write the same map again.
 */
export class RecordedMap<Value> extends Map<string, Value> {
  #record: JsonObject | null = null;

  constructor(before: ReadonlyMap<string, Value>) {
    // The inherited constructor would create an array for each entry.
    super();
    before.forEach((value, key) => this.set(key, value));
  }

  recordOf(toJson: (value: Value) => Json): JsonObject {
    this.#record ??= recordOf(this, toJson);
    return this.#record;
  }
}

export function mapToRecord<Value>(
  map: ReadonlyMap<string, Value>,
  toJson: (value: Value) => Json,
): JsonObject {
  return map instanceof RecordedMap ? map.recordOf(toJson) : recordOf(map, toJson);
}

function recordOf<Value>(
  map: ReadonlyMap<string, Value>,
  toJson: (value: Value) => Json,
): JsonObject {
  const record: Record<string, Json> = {};
  map.forEach((value, key) => {
    record[key] = toJson(value);
  });
  return record;
}
