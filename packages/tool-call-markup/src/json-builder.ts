import type { Json, JsonObject } from "@agent-treasury/provider";

interface Frame {
  readonly object: Record<string, Json> | null;
  readonly array: Json[] | null;
  key: string;
}

type Expecting =
  | "object"
  | "keyOrEnd"
  | "colon"
  | "value"
  | "valueOrEnd"
  | "commaOrEnd"
  | "nothing";

/**
 * A state machine of JSON's grammar that builds the value. Its methods return false for an
 * unexpected token. Trailing commas are allowed.
 */
export class JsonBuilder {
  root: JsonObject | null = null;

  readonly #frames: Frame[] = [];
  #expecting: Expecting = "object";

  get complete(): boolean {
    return this.#expecting === "nothing";
  }

  get depth(): number {
    return this.#frames.length;
  }

  get expectsValue(): boolean {
    return this.#expecting === "value" || this.#expecting === "valueOrEnd";
  }

  get expectsKey(): boolean {
    return this.#expecting === "keyOrEnd";
  }

  get expectsString(): boolean {
    return this.expectsValue || this.expectsKey;
  }

  get expected(): string {
    const inArray = this.#frames.at(-1)?.array != null;
    switch (this.#expecting) {
      case "object":
        return "an object in braces";
      case "keyOrEnd":
        return "a property name in double quotes or }";
      case "colon":
        return "a colon";
      case "value":
        return "a value";
      case "valueOrEnd":
        return "a value or ]";
      case "commaOrEnd":
        return inArray ? "a comma or ]" : "a comma or }";
      case "nothing":
        return "the end of the call";
    }
  }

  openObject(): boolean {
    if (!this.expectsValue && this.#expecting !== "object") return false;
    this.#frames.push({ object: {}, array: null, key: "" });
    this.#expecting = "keyOrEnd";
    return true;
  }

  openArray(): boolean {
    if (!this.expectsValue) return false;
    this.#frames.push({ object: null, array: [], key: "" });
    this.#expecting = "valueOrEnd";
    return true;
  }

  closeObject(): boolean {
    const object = this.#frames.at(-1)?.object ?? null;
    if (object === null) return false;
    if (this.#expecting !== "keyOrEnd" && this.#expecting !== "commaOrEnd") return false;
    this.#frames.pop();
    if (this.#frames.length > 0) return this.#put(object);
    this.root = object;
    this.#expecting = "nothing";
    return true;
  }

  closeArray(): boolean {
    const array = this.#frames.at(-1)?.array ?? null;
    if (array === null) return false;
    if (this.#expecting !== "valueOrEnd" && this.#expecting !== "commaOrEnd") return false;
    this.#frames.pop();
    return this.#put(array);
  }

  comma(): boolean {
    if (this.#expecting !== "commaOrEnd") return false;
    this.#expecting = this.#frames.at(-1)?.array == null ? "keyOrEnd" : "valueOrEnd";
    return true;
  }

  colon(): boolean {
    if (this.#expecting !== "colon") return false;
    this.#expecting = "value";
    return true;
  }

  string(text: string): boolean {
    const frame = this.#frames.at(-1);
    if (this.#expecting !== "keyOrEnd" || frame === undefined) return this.value(text);
    frame.key = text;
    this.#expecting = "colon";
    return true;
  }

  value(value: Json): boolean {
    return this.expectsValue && this.#put(value);
  }

  #put(value: Json): boolean {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return false;
    if (frame.array !== null) frame.array.push(value);
    else if (frame.object !== null) frame.object[frame.key] = value;
    this.#expecting = "commaOrEnd";
    return true;
  }
}
