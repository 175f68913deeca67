import type { Bench, BenchContext } from "../harness/bench.ts";
import { type Contestant, type Samples, figures, interleave } from "../harness/interleave.ts";
import { figureText, ratioText } from "../harness/number-text.ts";
import type { Row, Table } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { peersMissing } from "../peers/load-peer.ts";
import { growthTable } from "./growth-table.ts";
import { hermesReader } from "./hermes-reader.ts";
import type { Found, MarkupReader } from "./markup-reader.ts";
import { type MarkupText, ordinaryTexts, piecesOf } from "./markup-texts.ts";
import { type MeasuredReader, startReaders } from "./measured-reader.ts";
import {
  boundedReader,
  previousReader,
  treasuryReader,
  unboundedReader,
} from "./treasury-reader.ts";

const pieceCharacters = 16;
const charactersInMegabyte = 1_000_000;

/** The cost of parsing a model's answer, against the closest other parser. */
export const markup: Bench = {
  name: "markup",
  summary: "reading a model's answer, in whole and in pieces of 16 characters",
  comparesPrevious: true,
  run: async (context) => {
    const theirs = await hermesReader();
    const { characters, rounds, milliseconds } = paceOf(context);
    const texts = ordinaryTexts(characters);
    const { previousPath } = context;
    const earlier = previousPath === undefined ? null : await previousReader(previousPath);
    for (const reader of [treasuryReader, theirs, earlier]) {
      if (reader !== null) await expectEverythingFound(reader, texts);
    }
    const ourProcess = startReaders();
    const theirProcess = startReaders();
    const previousProcess = startReaders();
    try {
      const us = ourProcess.reader("treasury", treasuryReader.name);
      const them = theirs === null ? [] : [theirProcess.reader("hermes", theirs.name)];
      const before =
        previousPath === undefined
          ? []
          : [previousProcess.reader({ previous: previousPath }, "previous version")];
      const samples = await interleave(
        [us, ...them, ...before].map((reader) => contestant(reader, texts, milliseconds)),
        { counted: rounds, warmUp: 1, progress: context.progress },
      );
      const hostile = [
        ourProcess.reader("bounded", boundedReader.name),
        ourProcess.reader("unbounded", unboundedReader.name),
        ...them,
      ];
      return {
        tables: [
          speedTable(texts, [us, ...them, ...before], samples),
          await growthTable(hostile, context),
        ],
        remarks: remarksOn(theirs),
        settings: {
          load: `answers of about ${characters.toLocaleString("en-US")} characters, in whole and in pieces of ${pieceCharacters}; the findings are counted and agree`,
          rounds: `${rounds} of ${milliseconds} ms for each figure, after one that does not count; each parser in its own process`,
          ...(theirs !== null && { "compared with": theirs.name }),
        },
      };
    } finally {
      await ourProcess.stop();
      await theirProcess.stop();
      await previousProcess.stop();
    }
  },
};

interface Pace {
  readonly characters: number;
  readonly rounds: number;
  readonly milliseconds: number;
}

function paceOf({ size }: BenchContext): Pace {
  return size === "tiny"
    ? { characters: 4_000, rounds: 1, milliseconds: 1 }
    : { characters: 64_000, rounds: 5, milliseconds: 200 };
}

function contestant(
  reader: MeasuredReader,
  texts: readonly MarkupText[],
  milliseconds: number,
): Contestant {
  return {
    name: reader.name,
    round: async () => {
      const sample: Record<string, number> = {};
      for (const { name, text } of texts) {
        const reading = { text: name, length: text.length, count: 1, milliseconds };
        const whole = await reader.time({ ...reading, pieceCharacters: null });
        const cut = await reader.time({ ...reading, pieceCharacters });
        sample[figureOf(name, "whole")] = megabytesPerSecond(text, whole);
        sample[figureOf(name, "pieces")] = megabytesPerSecond(text, cut);
      }
      return sample;
    },
  };
}

/** A parser must not be fast by finding less. */
async function expectEverythingFound(
  reader: MarkupReader,
  texts: readonly MarkupText[],
): Promise<void> {
  for (const text of texts) {
    const pieces = piecesOf(text.text, pieceCharacters);
    for (const found of [reader.whole(text.text), await reader.inPieces(pieces)]) {
      if (isEverything(found, text)) continue;
      throw new Error(`${reader.name} found ${JSON.stringify(found)} in "${text.name}".`);
    }
  }
}

function isEverything(
  found: Found,
  { calls, textCharacters, blankCharacters }: MarkupText,
): boolean {
  if (found.calls !== calls) return false;
  // Whitespace between calls may be omitted.
  const missing = textCharacters - found.textCharacters;
  return missing >= 0 && missing <= blankCharacters;
}

/** Speeds of the first reader, and of each other one with the relation of the speeds. */
function speedTable(
  texts: readonly MarkupText[],
  [us, ...others]: readonly MeasuredReader[],
  samples: Samples,
): Table {
  const rows = (["whole", "pieces"] as const).flatMap((how) =>
    texts.map(({ name }): Row => {
      const speedOf = (reader: MeasuredReader | undefined): readonly number[] =>
        reader === undefined ? [] : figures(samples, reader.name, figureOf(name, how));
      const ours = speedOf(us);
      const cells = others.flatMap((other) => {
        const theirs = speedOf(other);
        return [figureText(median(theirs)), ratioText(medianRatio(ours, theirs))];
      });
      const title = how === "whole" ? `${name}, whole` : `${name}, in pieces`;
      return { name: title, cells: [figureText(median(ours)), ...cells] };
    }),
  );
  const columns = others.flatMap(({ name }) => [`${name}, MB/s`, "ours to theirs"]);
  return { columns: ["", "Agent Treasury, MB/s", ...columns], rows };
}

function remarksOn(theirs: MarkupReader | null): string[] {
  return [
    "Whole prose is searched at memory speed: for < by the other parser, also for [ by ours.",
    "The second table reads a megabyte for each of our figures, in several answers of its length, because one short answer would stay in the processor's caches. The other parser reads each answer once.",
    ...(theirs === null ? [`The other parser was not run: ${peersMissing}.`] : []),
  ];
}

function figureOf(text: string, how: "whole" | "pieces"): string {
  return `${text}, ${how}`;
}

function megabytesPerSecond(text: string, milliseconds: number): number {
  return text.length / charactersInMegabyte / (milliseconds / 1_000);
}
