import type { BenchContext } from "../harness/bench.ts";
import { millisecondsText } from "../harness/number-text.ts";
import type { Row, Table } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { growthShapes } from "./markup-texts.ts";
import type { MeasuredReader } from "./measured-reader.ts";

const pieceCharacters = 16;
const kilobyte = 1_024;
const lengths = [16 * kilobyte, 64 * kilobyte, 1_024 * kilobyte];
const tinyLengths = [256, 1_024, 16_384];

interface Pace {
  readonly lengths: readonly number[];
  readonly rounds: number;
  /** Rounds before those, which do not count because code is compiled. */
  readonly warmUp: number;
  readonly milliseconds: number;
  /** Answers of each length, enough to exceed the processor's caches. */
  countOf(length: number): number;
}

/**
 * Measures how the time grows with the length of hostile answers. The other parser skips the
 * longest, because each would take it half an hour.
 */
export async function growthTable(
  readers: readonly MeasuredReader[],
  { size, progress }: BenchContext,
): Promise<Table> {
  const rows: Row[] = [];
  for (const { name: text, inPieces } of growthShapes) {
    for (const reader of readers) {
      const pace = paceOf(reader, size);
      const taken: number[][] = pace.lengths.map(() => []);
      // Alternates the lengths, so that changes of the machine affect all of them.
      for (let round = -pace.warmUp; round < pace.rounds; round += 1) {
        for (const [index, length] of pace.lengths.entries()) {
          const time = await reader.time({
            text,
            length,
            count: pace.countOf(length),
            pieceCharacters: inPieces ? pieceCharacters : null,
            milliseconds: pace.milliseconds,
          });
          if (round >= 0) taken[index]?.push(time);
        }
      }
      rows.push(growthRow(`${text}: ${reader.name}`, taken));
      progress(`${text}: ${reader.name}`);
    }
  }
  return {
    columns: ["", "16 kB", "64 kB", "1 MB", "16 to 64 kB (4 ×)", "64 kB to 1 MB (16 ×)"],
    rows,
  };
}

/** A parser with quadratic time reads each answer once and skips the longest. */
function paceOf({ isQuadratic }: MeasuredReader, size: BenchContext["size"]): Pace {
  const all = size === "tiny" ? tinyLengths : lengths;
  const longest = Math.max(...all);
  if (isQuadratic) {
    const shorter = all.filter((length) => length < longest);
    return { lengths: shorter, rounds: 1, warmUp: 0, milliseconds: 0, countOf: () => 1 };
  }
  const [rounds, milliseconds] = size === "tiny" ? [1, 1] : [5, 100];
  const countOf = (length: number): number => longest / length;
  return { lengths: all, rounds, warmUp: 1, milliseconds, countOf };
}

function growthRow(name: string, [small = [], middle = [], large = []]: number[][]): Row {
  const cells = [small, middle, large].map((taken) =>
    taken.length === 0 ? "–" : millisecondsText(median(taken)),
  );
  return { name, cells: [...cells, growthText(small, middle), growthText(middle, large)] };
}

function growthText(from: readonly number[], to: readonly number[]): string {
  return to.length === 0 ? "–" : `${medianRatio(to, from).toFixed(1)} ×`;
}
