/** Ids of event records by their ordinals, in ascending order. */
export type Marks = Readonly<Record<string, string>>;

/** Marks an ordinal whose record has expired. No record has this id. */
export const expiredMark = "";

/**
 * Adds a record. Of the ordinals with the same number of trailing zero bits only the newest is
 * stored, so that there are few marks, close together near the newest record and sparse before.
 */
export function withMark(marks: Marks | undefined, ordinal: number, recordId: string): Marks {
  const lowest = lowestBit(ordinal);
  const others = Object.entries(marks ?? {}).filter(
    ([known]) => lowestBit(Number(known)) !== lowest,
  );
  return Object.fromEntries([...others, [ordinal, recordId]]);
}

export function marksThrough(marks: Marks | undefined, ordinal: number): Marks {
  return Object.fromEntries(
    Object.entries(marks ?? {}).filter(([known]) => Number(known) <= ordinal),
  );
}

/** Returns the ordinals of the marks, newest first. */
export function markedOrdinals(marks: Marks = {}): readonly number[] {
  return Object.keys(marks)
    .map(Number)
    .toSorted((left, right) => right - left);
}

/** A bigint, because ordinals may exceed 32 bits. */
function lowestBit(ordinal: number): bigint {
  const bits = BigInt(ordinal);
  return bits & -bits;
}
