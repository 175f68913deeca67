import type { Json, JsonObject } from "@agent-treasury/provider";
import type { JudgementRecord } from "./judgement-record.ts";

/** What one guard needs to settle a spend. The kernel stores it, and only the guard reads it. */
export class MemoSlot<Value> {
  readonly #name: string;
  readonly #toJson: (value: Value) => Json;
  readonly #fromJson: (json: Json) => Value;

  constructor(name: string, toJson: (value: Value) => Json, fromJson: (json: Json) => Value) {
    this.#name = name;
    this.#toJson = toJson;
    this.#fromJson = fromJson;
  }

  of({ memo }: Pick<JudgementRecord, "memo">): Value | undefined {
    const json = memo[this.#name];
    return json === undefined ? undefined : this.#fromJson(json);
  }

  with(value: Value): JsonObject {
    return { [this.#name]: this.#toJson(value) };
  }
}
