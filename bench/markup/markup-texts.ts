const prose =
  "The balance is fine, and the reserve of ten dollars holds. Nothing is bought today; else I would ask.\n";
const comparisons = "If the price < 10 dollars, I buy it; if a<b, I ask for approval first.\n";
const call =
  '<tool_call>{"name":"propose_spend","arguments":{"amountUsd":12.5,"vendor":"Acme Hosting","purpose":"A small server for the \\"blog\\", paid a month in advance"}}</tool_call>\n';

/** A text with its expected findings. */
export interface MarkupText {
  readonly name: string;
  readonly text: string;
  readonly calls: number;
  /** Characters outside of the calls. */
  readonly textCharacters: number;
  /** Whitespace between calls. */
  readonly blankCharacters: number;
}

/** Typical answers of about this length. */
export function ordinaryTexts(length: number): MarkupText[] {
  return [
    whole("prose", prose, 0, length),
    whole("prose with a < in every clause", comparisons, 0, length),
    whole("prose with a call every 2,000 characters", prose.repeat(18) + call, 1, length),
    whole("calls alone", call, 1, length),
  ];
}

/** Inputs that take quadratic time in a parser that reads characters repeatedly. */
export const growthShapes: readonly {
  readonly name: string;
  readonly inPieces: boolean;
  of(length: number): string;
}[] = [
  { name: "openers without end, in whole", inPieces: false, of: filled("<tool_call>") },
  {
    name: "nested braces without end, in pieces",
    inPieces: true,
    of: filled('{"a":', "<tool_call>"),
  },
  {
    name: "a string of escapes, in pieces",
    inPieces: true,
    of: filled("\\\\", '<tool_call>{"name":"'),
  },
];

/** An answer of either kind, by its name and of about this length. */
export function textNamed(name: string, length: number): string {
  const shape = growthShapes.find((one) => one.name === name);
  if (shape !== undefined) return shape.of(length);
  const ordinary = ordinaryTexts(length).find((one) => one.name === name);
  if (ordinary === undefined) throw new Error(`There is no text named "${name}".`);
  return ordinary.text;
}

/** Splits a text into pieces as in a stream. */
export function piecesOf(text: string, length: number): string[] {
  const count = Math.ceil(text.length / length);
  return Array.from({ length: count }, (_, index) =>
    flat(text.slice(index * length, (index + 1) * length)),
  );
}

function whole(name: string, part: string, callsInPart: number, length: number): MarkupText {
  const times = Math.max(1, Math.round(length / part.length));
  const outside = part.replace(/<tool_call>.*<\/tool_call>/, "");
  return {
    name,
    text: flat(part.repeat(times)),
    calls: callsInPart * times,
    textCharacters: outside.length * times,
    blankCharacters: outside.trim() === "" ? outside.length * times : times,
  };
}

function filled(part: string, before = ""): (length: number) => string {
  return (length) => flat((before + part.repeat(Math.ceil(length / part.length))).slice(0, length));
}

/** The text as one flat string, because the first search in a concatenated one flattens it. */
function flat(text: string): string {
  return Buffer.from(text).toString("latin1");
}
