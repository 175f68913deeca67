import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as domain from "../../packages/treasury-core/src/domain.ts";
import type { MarkupEvent, MarkupLimits } from "../../packages/treasury-core/src/domain.ts";
import type { Found, MarkupReader } from "./markup-reader.ts";

type Counts = { -readonly [Name in keyof Found]: Found[Name] };

/** Reads a text of any length to its end, because an answer is otherwise limited to 32 calls. */
const manyCalls: Partial<MarkupLimits> = { maxCalls: Number.MAX_SAFE_INTEGER };
/** No limits, as in the other parser. */
const noLimits: Partial<MarkupLimits> = {
  ...manyCalls,
  maxBodyCharacters: Number.MAX_SAFE_INTEGER,
  maxDepth: Number.MAX_SAFE_INTEGER,
};

/** The parser of a turn without the limit on the number of calls. */
export const treasuryReader: MarkupReader = readerWithin("Agent Treasury", manyCalls);

/** The same parser of a checkout of another commit. */
export async function previousReader(checkout: string): Promise<MarkupReader> {
  const path = join(checkout, "packages/treasury-core/src/domain.ts");
  const previous = (await import(pathToFileURL(path).href)) as typeof domain;
  return readerWithin("previous version", manyCalls, previous);
}

/** The parser of a turn. */
export const boundedReader: MarkupReader = readerWithin("Agent Treasury", {});

/** The same without limits on the number, size and depth of calls. */
export const unboundedReader: MarkupReader = readerWithin(
  "Agent Treasury without its bounds",
  noLimits,
);

function readerWithin(
  name: string,
  limits: Partial<MarkupLimits>,
  {
    createMarkupParser,
    parseMarkup,
  }: Pick<typeof domain, "createMarkupParser" | "parseMarkup"> = domain,
): MarkupReader {
  const inPieces = (pieces: readonly string[]): Found => {
    const parser = createMarkupParser(limits);
    const found: Counts = { calls: 0, textCharacters: 0 };
    for (const piece of pieces) count(parser.push(piece), found);
    count(parser.end(), found);
    return found;
  };
  const whole = (text: string): Found => {
    const found: Counts = { calls: 0, textCharacters: 0 };
    count(parseMarkup(text, limits), found);
    return found;
  };
  return { name, inPieces, whole };
}

function count(events: readonly MarkupEvent[], found: Counts): void {
  for (const event of events) {
    if (event.kind === "call") found.calls += 1;
    else if (event.kind === "text") found.textCharacters += event.text.length;
  }
}
