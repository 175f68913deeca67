import { answerQuestions } from "../processes/worker-process.ts";
import { hermesReader } from "./hermes-reader.ts";
import type { MarkupReader } from "./markup-reader.ts";
import { piecesOf, textNamed } from "./markup-texts.ts";
import {
  boundedReader,
  previousReader,
  treasuryReader,
  unboundedReader,
} from "./treasury-reader.ts";

/** A parser; of another commit, by the directory of its checkout. */
export type ReaderName =
  | "treasury"
  | "bounded"
  | "unbounded"
  | "hermes"
  | { readonly previous: string };

/** Requests the time of one answer: `count` answers of one kind and length, read repeatedly. */
export interface Reading {
  readonly reader: ReaderName;
  readonly text: string;
  readonly length: number;
  readonly count: number;
  /** Characters of a piece; null for whole answers. */
  readonly pieceCharacters: number | null;
  /** The approximate duration; each answer is read at least once. */
  readonly milliseconds: number;
}

interface Answers {
  readonly texts: readonly string[];
  readonly pieces: readonly (readonly string[])[];
}

const answers = new Map<string, Answers>();

answerQuestions(
  async (reading: Reading): Promise<number> => {
    const reader = await readerNamed(reading.reader);
    const { texts, pieces } = answersOf(reading);
    if (reading.pieceCharacters === null) {
      return millisecondsOf(reading, () => {
        for (const text of texts) reader.whole(text);
      });
    }
    return millisecondsOf(reading, async () => {
      for (const cut of pieces) {
        const found = reader.inPieces(cut);
        // Avoids waiting for a synchronous reader.
        if (found instanceof Promise) await found;
      }
    });
  },
  async () => {},
);

async function readerNamed(name: ReaderName): Promise<MarkupReader> {
  if (name === "treasury") return treasuryReader;
  if (name === "bounded") return boundedReader;
  if (name === "unbounded") return unboundedReader;
  if (name !== "hermes") return await previousReader(name.previous);
  const theirs = await hermesReader();
  if (theirs === null) throw new Error("The other parser is not installed.");
  return theirs;
}

/** Created once, so that only the reading is measured. */
function answersOf({ text, length, count, pieceCharacters }: Reading): Answers {
  const key = `${text} ${length} ${count} ${pieceCharacters}`;
  const known = answers.get(key);
  if (known !== undefined) return known;
  const texts = Array.from({ length: count }, () => textNamed(text, length));
  const pieces = pieceCharacters === null ? [] : texts.map((one) => piecesOf(one, pieceCharacters));
  answers.set(key, { texts, pieces });
  return { texts, pieces };
}

async function millisecondsOf(
  { milliseconds, count }: Reading,
  read: () => unknown,
): Promise<number> {
  const start = performance.now();
  let readings = 0;
  let taken = 0;
  do {
    const reading = read();
    if (reading instanceof Promise) await reading;
    readings += count;
    taken = performance.now() - start;
  } while (taken < milliseconds);
  return taken / readings;
}
