import {
  type MarkupEvent,
  type MarkupLimits,
  createMarkupParser,
  parseMarkup,
} from "../../packages/treasury-core/src/domain.ts";
import type { Found, MarkupReader } from "./markup-reader.ts";

type Counts = { -readonly [Name in keyof Found]: Found[Name] };

/** So that a text of any length is read to its end: an answer with more than 32 calls is cut short otherwise. */
const manyCalls: Partial<MarkupLimits> = { maxCalls: Number.MAX_SAFE_INTEGER };
/** As the other parser has none: no bound stops the reading of what is hostile. */
const noLimits: Partial<MarkupLimits> = {
  ...manyCalls,
  maxBodyCharacters: Number.MAX_SAFE_INTEGER,
  maxDepth: Number.MAX_SAFE_INTEGER,
};

/** The parser that a turn reads with, but for the bound on the number of calls. */
export const treasuryReader: MarkupReader = readerWithin("Agent Treasury", manyCalls);

/** The parser that a turn reads with. */
export const boundedReader: MarkupReader = readerWithin("Agent Treasury", {});

/** The same, told to keep whatever it reads: its bounds on the number, size and depth of calls are gone. */
export const unboundedReader: MarkupReader = readerWithin(
  "Agent Treasury without its bounds",
  noLimits,
);

function readerWithin(name: string, limits: Partial<MarkupLimits>): MarkupReader {
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
