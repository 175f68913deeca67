import type { Doc, Json, Key } from "@agent-treasury/provider";
import { roughBytes } from "./commit/rough-bytes.ts";

/**
 * A closed document with its parsed value. Its body is created when the commit is built, because
 * the commands of a group change the same counters.
 */
export class ValueDoc<Value> implements Doc {
  readonly kind: string;
  readonly id: string;
  readonly epoch: number;
  readonly ordinal = null;
  readonly open = false;
  readonly dueAt = null;
  readonly expiresAt: number | null;
  readonly value: Value;
  /** A rough size of the body. */
  readonly bytes: number;
  readonly #toJson: (value: Value) => Json;

  constructor(
    { kind, id }: Key,
    epoch: number,
    expiresAt: number | null,
    value: Value,
    bytes: number,
    toJson: (value: Value) => Json,
  ) {
    this.kind = kind;
    this.id = id;
    this.epoch = epoch;
    this.expiresAt = expiresAt;
    this.value = value;
    this.bytes = bytes;
    this.#toJson = toJson;
  }

  get body(): Json {
    return this.#toJson(this.value);
  }
}

/** A closed document as it was loaded. Its value is parsed once, because many spends read it. */
export class LoadedDoc implements Doc {
  readonly kind: string;
  readonly id: string;
  readonly epoch: number;
  readonly ordinal: bigint | null;
  readonly open: boolean;
  readonly dueAt: number | null;
  readonly expiresAt: number | null;
  readonly body: Json;
  #value: unknown = undefined;

  constructor({ kind, id, epoch, ordinal, open, dueAt, expiresAt, body }: Doc) {
    this.kind = kind;
    this.id = id;
    this.epoch = epoch;
    this.ordinal = ordinal;
    this.open = open;
    this.dueAt = dueAt;
    this.expiresAt = expiresAt;
    this.body = body;
  }

  /** @param parse the same for each call. */
  value<Value>(parse: (doc: Doc) => Value): Value {
    this.#value ??= parse(this);
    return this.#value as Value;
  }
}

/** Returns the value of a document that `parse` reads. */
export function valueOf<Value>(doc: Doc, parse: (doc: Doc) => Value): Value {
  if (doc instanceof ValueDoc) return (doc as ValueDoc<Value>).value;
  return doc instanceof LoadedDoc ? doc.value(parse) : parse(doc);
}

/** Returns the document as a storage reads it. */
export function storedDoc(doc: Doc): Doc {
  if (!(doc instanceof ValueDoc)) return doc;
  const { kind, id, epoch, ordinal, open, dueAt, expiresAt, body } = doc;
  return { kind, id, epoch, ordinal, open, dueAt, expiresAt, body };
}

export function bytesOf(doc: Doc): number {
  return doc instanceof ValueDoc ? doc.bytes : roughBytes(doc.body);
}
