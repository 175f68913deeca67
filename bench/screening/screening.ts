import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Bench, BenchContext, BenchSize } from "../harness/bench.ts";
import { type Contestant, type Sample, figures, interleave } from "../harness/interleave.ts";
import { figureText, millisecondsText, rangeText, ratioText } from "../harness/number-text.ts";
import type { Row } from "../harness/report.ts";
import { median, medianRatio } from "../harness/statistics.ts";

const thisCheckout = fileURLToPath(new URL("../..", import.meta.url));
const thisVersion = "this version";
const previousVersion = "the previous version";

const microsecondsText = (value: number): string => `${figureText(value)} µs`;

/** The measured cases with their figures. */
const cases = [
  ["an ordinary spend", "ordinaryMicroseconds", microsecondsText],
  ["an ordinary row of the table", "tableMicroseconds", microsecondsText],
  ["the worst text of 2,300 characters, again", "longWarmMs", millisecondsText],
  ["the worst text, the first time, in a warm process", "longFirstMs", millisecondsText],
  ["the first spend of a process", "firstSpendMs", millisecondsText],
  ["the second, a text of disguised terms", "firstLongMs", millisecondsText],
] as const;

/** Measures how long screening blocks the event loop. */
export const screening: Bench = {
  name: "screening",
  summary: "CPU time of screening an ordinary spend and the longest texts",
  comparesPrevious: true,
  run: async (context) => {
    const counted = context.size === "tiny" ? 1 : 5;
    const { progress } = context;
    const samples = await interleave(contestants(context), { counted, warmUp: 0, progress });
    const rows = cases.map(([name, figure, text]): Row => {
      const ours = figures(samples, thisVersion, figure);
      const theirs = figures(samples, previousVersion, figure);
      const previous = theirs.length === 0 ? "–" : text(median(theirs));
      const ratio = ratioText(medianRatio(theirs, ours));
      return { name, cells: [text(median(ours)), rangeText(ours), previous, ratio] };
    });
    if (context.previousPath === undefined) {
      rows.push({ name: previousVersion, notRun: "`--previous` and a checkout of it" });
    }
    const columns = [
      "",
      thisVersion,
      "lowest to highest round",
      previousVersion,
      "previous to this",
    ];
    return {
      tables: [{ columns, rows }],
      settings: {
        load: "the same spends for both versions: 2,000 purposes, the ordinary rows of the screening table, and 15 kinds of long texts, of which the slowest counts",
        measured: "CPU time of the screening thread",
        rounds: `${counted}, each in a new process`,
      },
    };
  },
};

function contestants({ size, previousPath }: BenchContext): Contestant[] {
  const ours = contestant(thisVersion, thisCheckout, size);
  if (previousPath === undefined) return [ours];
  return [ours, contestant(previousVersion, previousPath, size)];
}

function contestant(name: string, checkout: string, size: BenchSize): Contestant {
  return { name, round: () => screenInProcess(checkout, size) };
}

async function screenInProcess(checkout: string, size: BenchSize): Promise<Sample> {
  const script = fileURLToPath(new URL("screening-process.ts", import.meta.url));
  const child = fork(script, [checkout, size], {
    execArgv: ["--conditions=@agent-treasury/source", "--disable-warning=ExperimentalWarning"],
  });
  const exited = once(child, "exit");
  const failed = exited.then(() =>
    Promise.reject(new Error(`The process that screens by ${checkout} failed.`)),
  );
  const [sample] = (await Promise.race([once(child, "message"), failed])) as [Sample];
  failed.catch(() => {});
  await exited;
  return sample;
}
