import {
  boundedFields,
  clientTool,
  comparable,
  hiddenInputFields,
  imageContent,
  listedTiers,
  textContent,
} from "./known-names.ts";
import type { CallBounds } from "./worst-case.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Reads what bounds the input of a call. */
export class CallContent {
  #images = 0;
  #hasHiddenInput = false;
  #typedTools = 0;
  /** Bytes of texts that the JSON of the call lacks, less the data of images that it contains. */
  #otherBytes = 0;
  readonly #unbounded: string[] = [];

  /** Reads fields of a request, or options of one provider. */
  fields(fields: Fields): void {
    for (const [name, value] of Object.entries(fields)) {
      const compared = comparable(name);
      if (value == null) continue;
      if (hiddenInputFields.has(compared)) this.#hasHiddenInput = true;
      else if (compared === "servicetier" ? listedTiers.has(value) : boundedFields.has(compared))
        continue;
      else if (compared !== "modalities" || JSON.stringify(value) !== '["text"]')
        this.#unbounded.push(name);
    }
  }

  /** Reads the types of tools. Functions have none. */
  tools(types: readonly unknown[]): void {
    for (const type of types.map(textOf)) {
      if (type === "" || type === "function" || type === "custom") continue;
      if (clientTool.test(type)) this.#typedTools += 1;
      else this.#unbounded.push(type);
    }
  }

  /** Reads messages, and the parts of messages and of results of tools. */
  parts(value: unknown): void {
    if (Array.isArray(value)) for (const part of value) this.parts(part);
    else if (isFields(value)) this.#part(value);
  }

  bounds(json: string, outputLimit: number | undefined, choices: number): CallBounds {
    return {
      bytes: Buffer.byteLength(json) + this.#otherBytes,
      images: this.#images,
      hasHiddenInput: this.#hasHiddenInput,
      outputLimit,
      choices,
      typedTools: this.#typedTools,
      unbounded: this.#unbounded,
    };
  }

  #part(part: Fields): void {
    const type = textOf(part["type"]);
    const mediaType = textOf(part["mediaType"]);
    // The arguments and the JSON of tools are data, although they may look like content.
    if (type === "json" || type === "error-json") return;
    if (type === "" || textContent.has(type)) {
      for (const name of ["content", "output", "value"]) this.parts(part[name]);
      if (type === "" && part["audio"] != null) this.#unbounded.push("audio");
    } else if (imageContent.has(type) || mediaType.startsWith("image")) {
      this.#images += 1;
      this.#otherBytes -= imageBytes(part);
    } else if (type.includes("audio") || mediaType.startsWith("audio")) {
      this.#unbounded.push("audio");
    } else if (type === "reasoning") {
      if (hidesReasoning(part)) this.#hasHiddenInput = true;
    } else {
      const { data, text } = isFields(part["data"]) ? part["data"] : {};
      if (data instanceof Uint8Array && mediaType.startsWith("text/"))
        this.#otherBytes += data.byteLength;
      else if (!mediaType.startsWith("text/") || textOf(data ?? text) === "")
        this.#hasHiddenInput = true;
    }
  }
}

/** Returns the JSON of a value without its binary data. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, function replace(this: Fields, key: string, replaced: unknown) {
    return this[key] instanceof Uint8Array ? "" : replaced;
  });
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A number of tokens or answers, at least 1. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** The bytes of an image's data in the JSON. Its tokens do not depend on them. */
function imageBytes({ image_url: url, source, data }: Fields): number {
  const texts = [
    isFields(url) ? url["url"] : url,
    isFields(source) ? source["data"] : undefined,
    isFields(data) ? data["data"] : undefined,
  ];
  return texts.reduce<number>(
    (sum, text) => sum + (typeof text === "string" ? Buffer.byteLength(text) : 0),
    0,
  );
}

/** Whether a provider adds reasoning of an earlier answer that it stores. */
function hidesReasoning({ text, encrypted_content: encrypted, providerOptions }: Fields): boolean {
  if (typeof text !== "string") return typeof encrypted !== "string";
  const stored = Object.values(isFields(providerOptions) ? providerOptions : {}).filter(isFields);
  return stored.some((options) => {
    return options["itemId"] != null && typeof options["reasoningEncryptedContent"] !== "string";
  });
}
