import type { BenchContext } from "../harness/bench.ts";
import { millisecondsText } from "../harness/number-text.ts";
import type { Row, Table } from "../harness/report.ts";
import { median } from "../harness/statistics.ts";
import type { MarkupReader } from "./markup-reader.ts";
import { growthShapes, piecesOf } from "./markup-texts.ts";
import { millisecondsOfReading } from "./measure-reading.ts";
import { boundedReader, unboundedReader } from "./treasury-reader.ts";

const pieceCharacters = 16;
const kilobyte = 1_024;
const lengths = { small: 16 * kilobyte, middle: 64 * kilobyte, large: 1_024 * kilobyte };
const tinyLengths = { small: 256, middle: 1_024, large: 16_384 };

/**
 * How the time grows with the length of hostile answers. The other parser is not given the longest:
 * at the square of the time each would take it half an hour.
 */
export async function growthTable(
  theirs: MarkupReader | null,
  { size, progress }: BenchContext,
): Promise<Table> {
  const isTiny = size === "tiny";
  const { small, middle, large } = isTiny ? tinyLengths : lengths;
  const pace = isTiny ? { times: 1, milliseconds: 1 } : { times: 5, milliseconds: 100 };
  const rows: Row[] = [];
  for (const shape of growthShapes) {
    const timeOf = async (reader: MarkupReader, length: number, times: number) => {
      const text = shape.of(length);
      const pieces = piecesOf(text, pieceCharacters);
      const read = () => (shape.inPieces ? reader.inPieces(pieces) : reader.whole(text));
      const taken: number[] = [];
      for (let time = 0; time < times; time += 1) {
        taken.push(await millisecondsOfReading(read, times === 1 ? 0 : pace.milliseconds));
      }
      progress(`${shape.name}, ${length}: ${reader.name} ${median(taken).toPrecision(3)} ms`);
      return median(taken);
    };
    for (const reader of [boundedReader, unboundedReader]) {
      // Once for nothing, so that the shortest is not the one that is compiled meanwhile.
      await timeOf(reader, small, pace.times);
      const taken = [
        await timeOf(reader, small, pace.times),
        await timeOf(reader, middle, pace.times),
        await timeOf(reader, large, pace.times),
      ];
      rows.push(growthRow(`${shape.name}: ${reader.name}`, taken));
    }
    if (theirs === null) continue;
    const taken = [await timeOf(theirs, small, 1), await timeOf(theirs, middle, 1)];
    rows.push(growthRow(`${shape.name}: ${theirs.name}`, taken));
  }
  return {
    columns: ["", "16 kB", "64 kB", "1 MB", "16 to 64 kB (4 ×)", "64 kB to 1 MB (16 ×)"],
    rows,
  };
}

function growthRow(name: string, [small, middle, large]: readonly number[]): Row {
  const cells = [small, middle, large].map((taken) =>
    taken === undefined ? "–" : millisecondsText(taken),
  );
  return { name, cells: [...cells, growthText(small, middle), growthText(middle, large)] };
}

function growthText(from = Number.NaN, to = Number.NaN): string {
  const growth = to / from;
  return Number.isFinite(growth) ? `${growth.toFixed(1)} ×` : "–";
}
