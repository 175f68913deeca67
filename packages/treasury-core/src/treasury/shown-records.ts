import type { Doc, Entry } from "@agent-treasury/provider";

/** Returns what `convert` returns for a record, which does not change. */
export type ShowRecord = <Shown extends object>(record: Doc | Entry, convert: () => Shown) => Shown;

/** For callers that could change the result. */
export const showNew: ShowRecord = (_record, convert) => convert();

const shownBefore = new WeakMap<Doc | Entry, object>();
/** Null until it is serialized. */
const texts = new WeakMap<object, string | null>();
const repeating = new WeakSet();

/** Repeats earlier results. Most records of a cached view were shown before. */
export const showAgain: ShowRecord = <Shown extends object>(
  record: Doc | Entry,
  convert: () => Shown,
): Shown => {
  const known = shownBefore.get(record);
  if (known !== undefined) return known as Shown;
  const shown = convert();
  shownBefore.set(record, shown);
  texts.set(shown, null);
  return shown;
};

/** Marks an answer that contains results of `showAgain`. */
export function repeatingShown<Answer extends object>(answer: Answer): Answer {
  repeating.add(answer);
  return answer;
}

export function isRepeating(answer: object): boolean {
  return repeating.has(answer);
}

/** JSON. A result of `showAgain` is serialized once. */
export function textOfShown(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const known = texts.get(value);
  if (known) return known;
  const text = JSON.stringify(value);
  if (known === null) texts.set(value, text);
  return text;
}
