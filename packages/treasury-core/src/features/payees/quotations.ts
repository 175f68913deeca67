/** Where a text stands within another one. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const begins = String.raw`(?<![^\s([{:;,–—-])`;
const ends = String.raw`(?![\p{L}\p{N}])`;
const passage = new RegExp(
  [`${begins}'(?=\\S)(?:[^'\\n]|'(?=\\p{L})){0,300}(?<=\\S)'${ends}`, "`[^`\\n]*`"].join("|"),
  "gu",
);

/** Marks that open and that close a quotation, in which others of the kind may stand. */
const kinds: readonly (readonly [opening: RegExp, closing: RegExp])[] = [
  [`${begins}"(?=\\S)`, `(?<=\\S)"${ends}`],
  ["“", "”"],
  ["”", "”"],
  ["‘", `’${ends}`],
  ["‚", "[‘’]"],
  ["„", "[“”]"],
  ["«", "»"],
  ["»", "[«»]"],
  ["‹", "›"],
  ["『", "』"],
  ["「", "」"],
  ["《", "》"],
].map(([opening = "", closing = ""]) => [new RegExp(opening, "gu"), new RegExp(closing, "gu")]);

/**
 * Returns the passages between quotation marks, without the marks. A quotation that contains one of
 * its own kind ends with its last mark.
 */
export function quotedPassages(text: string): readonly Range[] {
  const nested = kinds.flatMap(([opening, closing]) => passagesOf(text, opening, closing));
  const plain = Array.from(text.matchAll(passage), ({ 0: found, index }) => ({
    start: index + 1,
    end: index + found.length - 1,
  }));
  return [...nested, ...plain];
}

function passagesOf(text: string, opening: RegExp, closing: RegExp): readonly Range[] {
  const opens = new Set(Array.from(text.matchAll(opening), ({ index }) => index));
  if (opens.size === 0) return [];
  const closes = new Set(Array.from(text.matchAll(closing), ({ index }) => index));
  const ranges: Range[] = [];
  let depth = 0;
  let start = 0;
  let end = 0;
  for (const at of [...new Set([...opens, ...closes])].toSorted((one, other) => one - other)) {
    // A mark that could do both closes what is open.
    if (closes.has(at) && depth > 0) {
      depth -= 1;
      end = at;
      if (depth === 0) ranges.push({ start, end });
    } else if (opens.has(at)) {
      if (depth === 0) [start, end] = [at + 1, at + 1];
      depth += 1;
    }
  }
  return depth > 0 && end > start ? [...ranges, { start, end }] : ranges;
}

/** Whether a passage contains it and more: the person reports what others wrote. */
export function isWithin({ start, end }: Range, passages: readonly Range[]): boolean {
  return passages.some((one) => {
    const isContained = one.start <= start && end <= one.end;
    return isContained && (one.start < start || end < one.end);
  });
}
