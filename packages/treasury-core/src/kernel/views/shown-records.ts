import type { Doc, Entry } from "@agent-treasury/provider";

/** Returns what `convert` returns for a record, which does not change. */
export type ShowRecord = <Shown extends object>(record: Doc | Entry, convert: () => Shown) => Shown;

/** For callers that could change the result. */
export const showNew: ShowRecord = (_record, convert) => convert();

/** The property of an answer that returns the JSON of its parts. */
export const partToJson: unique symbol = Symbol.for("agent-treasury.part-to-json");

export type PartToJson = (part: unknown) => string | undefined;

/** Converts and serializes records of cached views once, because most answers repeat them. */
export interface ShownRecords {
  readonly show: ShowRecord;
  /** Prepares an answer that contains results of `show`. */
  prepare<Answer extends object>(answer: Answer): Answer;
}

export function shownRecords(): ShownRecords {
  const shownBefore = new WeakMap<Doc | Entry, object>();
  /** Null until it is serialized. */
  const texts = new WeakMap<object, string | null>();
  const toJson: PartToJson = (part) => {
    if (typeof part !== "object" || part === null) return JSON.stringify(part);
    const known = texts.get(part);
    if (known) return known;
    const text = JSON.stringify(part);
    if (known === null) texts.set(part, text);
    return text;
  };
  return {
    show: <Shown extends object>(record: Doc | Entry, convert: () => Shown): Shown => {
      const known = shownBefore.get(record);
      if (known !== undefined) return known as Shown;
      const shown = convert();
      shownBefore.set(record, shown);
      texts.set(shown, null);
      return shown;
    },
    prepare: (answer) => ({ ...answer, [partToJson]: toJson }),
  };
}
