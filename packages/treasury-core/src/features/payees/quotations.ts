/** Where a text stands within another one. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const begins = String.raw`(?<![^\s([{:;,–—-])`;
const ends = String.raw`(?![\p{L}\p{N}])`;
const passage = new RegExp(
  [
    `${begins}"(?=\\S)[^"]*(?<=\\S)"${ends}`,
    `${begins}'(?=\\S)(?:[^'\\n]|'(?=\\p{L})){0,300}(?<=\\S)'${ends}`,
    "`[^`\\n]*`",
    "“[^“”]*”",
    "”[^“”]*”",
    `‘(?:[^‘’\\n]|’(?=\\p{L})){0,300}’${ends}`,
    "‚[^‚‘’]*[‘’]",
    "„[^„“”]*[“”]",
    "«[^«»]*»",
    "»[^«»]*[«»]",
    "‹[^‹›]*›",
    "『[^『』]*』",
    "「[^「」]*」",
    "《[^《》]*》",
  ].join("|"),
  "gu",
);

/** Returns the passages between quotation marks, without the marks. */
export function quotedPassages(text: string): readonly Range[] {
  return Array.from(text.matchAll(passage), ({ 0: found, index }) => ({
    start: index + 1,
    end: index + found.length - 1,
  }));
}

/** Whether a passage contains it and more: the person reports what others wrote. */
export function isWithin({ start, end }: Range, passages: readonly Range[]): boolean {
  return passages.some((one) => {
    const isContained = one.start <= start && end <= one.end;
    return isContained && (one.start < start || end < one.end);
  });
}
